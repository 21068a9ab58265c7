/** Thrown for an error response: carries the status and the message of the body. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly errors: Record<string, string> | undefined;
  /** Seconds after which the caller may retry; sent as `Retry-After`. */
  readonly retryAfterS: number | undefined;

  constructor(
    status: number,
    message: string,
    more: { errors?: Record<string, string>; retryAfterS?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = more.errors;
    this.retryAfterS = more.retryAfterS;
  }
}

/** Returns a 401: no token, or one that is not valid any more. */
export function unauthenticated(message = 'Please sign in to continue.'): HttpError {
  return new HttpError(401, message);
}

/** Returns a 403: the caller's role is not allowed to do this. */
export function forbidden(message = 'Your account cannot do this.'): HttpError {
  return new HttpError(403, message);
}

/** Returns a 404: it does not exist, or the caller may not know that it does. */
export function notFound(message = 'Not found.'): HttpError {
  return new HttpError(404, message);
}

/** Returns a 409: the current state does not allow it. */
export function conflict(message: string): HttpError {
  return new HttpError(409, message);
}

/** Returns a 422: the input is well-formed but not valid; `errors` by field. */
export function invalid(message: string, errors?: Record<string, string>): HttpError {
  return new HttpError(422, message, errors ? { errors } : {});
}

/** Returns a 503: temporarily unavailable; the caller should retry after `retryAfterS` seconds. */
export function unavailable(message: string, retryAfterS: number): HttpError {
  return new HttpError(503, message, { retryAfterS });
}
