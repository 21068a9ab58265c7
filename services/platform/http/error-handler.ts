import type { ErrorRequestHandler, Request } from 'express';
import type { Failure } from '#contracts/endpoint.ts';
import { isDatabaseUnavailable, sqlState } from '../database/database-errors.ts';
import { HttpError, unavailable } from '../errors.ts';
import { FilesUnavailableError } from '../files/object-store.ts';
import type { Logger } from '../log.ts';
import { currentTraceId } from '../tracing/trace-context.ts';

/** Creates the error middleware of the API: responds with `{ message, errors? }` and no internal details. */
export function createErrorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    const httpError = toHttpError(error);
    logFailure(log, httpError, error, req);
    if (httpError.retryAfterS) res.set('Retry-After', String(httpError.retryAfterS));
    const { status, message, errors } = httpError;
    res.status(status).json({ message, ...(errors && { errors }) } satisfies Failure);
  };
}

/** Logs errors with a status of 500 or more, which the caller did not cause. */
export function logFailure(log: Logger, { status }: HttpError, error: unknown, req: Request): void {
  if (status >= 500) log.error({ err: error, method: req.method, route: req.route?.path }, 'request failed');
}

/** Returns a sentence with the start of the trace id, which finds the lines of the log; empty outside a request. */
export function describeReference(
  start = 'If it happens again, please write to us and name the number',
): string {
  const traceId = currentTraceId();
  return traceId ? `${start} ${traceId.slice(0, 8)}.` : '';
}

const bodyProblems: Record<string, [status: number, message: string]> = {
  'entity.too.large': [413, 'This is too large to be sent.'],
  'entity.parse.failed': [400, 'The data could not be read as JSON.'],
  'encoding.unsupported': [415, 'This content encoding is not supported.'],
  'charset.unsupported': [415, 'Please send the data as UTF-8.'],
  'request.aborted': [400, 'The request was cut off.'],
};

/** Returns the error response for anything that a handler threw. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (isDatabaseUnavailable(error))
    return unavailable('We cannot reach our records right now. Please try again in a moment.', 5);
  if (error instanceof FilesUnavailableError)
    return unavailable('We cannot reach our files right now. Please try again in a moment.', 5);
  // PostgreSQL cannot store NUL characters, and rejects them only when a query compares or stores one.
  if (sqlState(error) === '22021') return new HttpError(400, 'Please remove the hidden control characters.');
  const { type, status } = (error ?? {}) as { type?: string; status?: number };
  const problem = type ? bodyProblems[type] : undefined;
  if (problem) return new HttpError(...problem);
  if (status === 400 || error instanceof URIError)
    return new HttpError(400, 'This request could not be understood.');
  return new HttpError(
    500,
    ['Something went wrong on our side. Please try again.', describeReference()].join(' ').trim(),
  );
}
