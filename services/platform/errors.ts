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
export const unauthenticated = (message = 'Please sign in to continue.') => new HttpError(401, message);

/** Returns a 403: the caller's role is not allowed to do this. */
export const forbidden = (message = 'Your account cannot do this.') => new HttpError(403, message);

/** Returns a 404: it does not exist, or the caller may not know that it does. */
export const notFound = (message = 'Not found.') => new HttpError(404, message);

/** Returns a 409: the current state does not allow it. */
export const conflict = (message: string) => new HttpError(409, message);

/** Returns a 422: the input is well-formed but not valid; `errors` by field. */
export const invalid = (message: string, errors?: Record<string, string>) =>
  new HttpError(422, message, errors && { errors });

/** Returns a 422 whose message is shown at one field. */
export function invalidField(field: string, message: string): HttpError {
  return invalid(message, { [field]: message });
}

/** Returns a 503: temporarily unavailable; the caller should retry after `retryAfterS` seconds. */
export const unavailable = (message: string, retryAfterS: number) =>
  new HttpError(503, message, { retryAfterS });

/** Thrown when a server that the work depends on is unavailable. Attempts of a job without any response do not count. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
  /** Whether the server responded, for example with 503. */
  readonly hasResponded: boolean;

  constructor(message: string, options: { hasResponded: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.hasResponded = options.hasResponded;
  }
}

/** Thrown for a failure that a retry cannot change: the job becomes a dead letter at once, for operators to inspect. */
export class PermanentError extends Error {
  override name = 'PermanentError';
}
