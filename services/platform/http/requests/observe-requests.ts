import type { Request, RequestHandler, Response } from 'express';
import { Histogram } from 'prom-client';
import { currentExemplar, type ExemplarLabel } from '../../metrics/exemplar.ts';
import { registry } from '../../metrics/registry.ts';
import { currentTraceId } from '../../tracing/trace-context.ts';

const duration = new Histogram<'method' | 'route' | 'status' | ExemplarLabel>({
  name: 'courselift_http_request_duration_seconds',
  help: 'Requests that ended in this process, by route of the contract. Event streams are not measured.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  enableExemplars: true,
  registers: [registry],
});

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Middleware that measures every request until its response is sent, or its client has left. */
export const observeRequests: RequestHandler = (_req, res, next) => {
  res.locals.startedMs = performance.now();
  // The event below is outside of the context of the request.
  res.locals.traceId = currentTraceId();
  res.once('close', observe);
  next();
};

// One function for all requests, so that none allocates a closure.
function observe(this: Response): void {
  // The duration of an event stream is how long a page was open.
  if (String(this.getHeader('content-type')).startsWith('text/event-stream')) return;
  const { req } = this;
  const labels = {
    method: methods.has(req.method) ? req.method : 'other',
    route: routeOf(req),
    // A client that left before the response began; nginx logs 499 as well.
    status: this.headersSent ? this.statusCode : 499,
  };
  const value = (performance.now() - this.locals.startedMs) / 1000;
  duration.observe({ labels, value, exemplarLabels: currentExemplar(this.locals.traceId) });
}

// Never the path itself: its ids would make a series for each person, and can be tokens.
function routeOf({ originalUrl, route }: Request): string {
  if (originalUrl.startsWith('/api/')) return route ? `/api${route.path}` : '/api (none)';
  if (originalUrl.startsWith('/health/')) return '/health';
  if (originalUrl.startsWith('/_astro/')) return '/_astro';
  return 'page';
}
