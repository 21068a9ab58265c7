import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Request, RequestHandler } from 'express';
import { startTrace, traceparentOf } from '../../tracing/trace-context.ts';

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
