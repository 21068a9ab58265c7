import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Request, RequestHandler, Response } from 'express';
import { Histogram } from 'prom-client';
import type { Logger } from '../../log.ts';
import { currentExemplar, type ExemplarLabel, registry } from '../../metrics/registry.ts';
import { currentTraceId, startTrace, traceparentOf } from '../../tracing/trace-context.ts';

/**
 * Middleware that gives each request a trace id, which its log lines, errors, jobs and mails name. Responses of the API have it
 * as `X-Request-Id`. Behind a proxy, the trace goes on that the proxy began (`traceparent`, or an `X-Request-Id` of 32
 * hexadecimal digits); other clients cannot choose it.
 */
export function traceRequests({ isBehindProxy }: { isBehindProxy: boolean }): RequestHandler {
  return (req, res, next) => {
    const attributes = { 'http.request.method': req.method };
    const parent = isBehindProxy ? parentOf(req) : undefined;
    const { span, run } = startTrace(req.method, { kind: SpanKind.SERVER, attributes }, parent);
    if (req.url.startsWith('/api/')) res.setHeader('X-Request-Id', span.spanContext().traceId);
    if (span.isRecording())
      res.once('close', () => {
        // The pattern, because a whole path can hold tokens and ids of people.
        const route = req.route?.path;
        if (typeof route === 'string') {
          span.updateName(`${req.method} ${route}`);
          span.setAttribute('http.route', route);
        }
        span.setAttribute('http.response.status_code', res.statusCode);
        if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
    run(next);
  };
}

const parentOf = (req: Request): string | undefined =>
  req.get('traceparent') ?? traceparentOf(req.get('x-request-id'));

/** Fields that a call adds to its line, in `res.locals.logged`. */
export interface LoggedCall {
  userId: string | undefined;
  isSignIn: boolean;
}

/**
 * Middleware that logs method, route, status and duration of each call. The route is the pattern of the contract, such as
 * `/user/:id/picture`: a whole path or query can hold tokens, references and ids of people. Sign-ins and rejected calls are
 * logged at `info`, so that attacks can be seen and investigated (docs/security.md#logs).
 */
export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    if (req.url.startsWith('/api/')) {
      const startedMs = performance.now();
      // Read here because the response may end outside the context of its call.
      const traceId = currentTraceId();
      res.once('close', () => logCall(log, res, { traceId, startedMs }));
    }
    next();
  };
}

// The line is only built when its level is logged: most calls have none in production. pino-http creates two loggers for
// each request before it knows, which took a tenth of the processor time of a short call.
function logCall(log: Logger, res: Response, call: { traceId: string | undefined; startedMs: number }): void {
  const level = levelOf(res);
  if (!log.isLevelEnabled(level)) return;
  const { req, statusCode, headersSent } = res;
  log[level](
    {
      req: { method: req.method },
      traceId: call.traceId,
      // Known only after the routing.
      route: req.route?.path ?? 'none',
      userId: loggedOf(res)?.userId,
      res: { statusCode: headersSent ? statusCode : null },
      responseTime: Math.round(performance.now() - call.startedMs),
    },
    messageOf(res),
  );
}

function levelOf(res: Response): 'error' | 'info' | 'debug' {
  if (res.statusCode >= 500) return 'error';
  return res.statusCode >= 400 || loggedOf(res)?.isSignIn ? 'info' : 'debug';
}

function messageOf({ statusCode, writableEnded }: Response): string {
  if (statusCode >= 500) return 'request errored';
  return writableEnded ? 'request completed' : 'request aborted';
}

const loggedOf = (res: Response): LoggedCall | undefined => res.locals.logged;

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
