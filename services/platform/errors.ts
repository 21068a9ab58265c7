/** Something that a caller asked for cannot be done; carries the status and the sentence that the caller reads. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly errors: Record<string, string> | undefined;
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
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

/** 401: no token, or one that no longer works. */
export function unauthenticated(message = 'Please sign in to continue.'): HttpError {
  return new HttpError(401, message);
}

/** 403: the caller's role may not do this at all. */
export function forbidden(message = 'Your account cannot do this.'): HttpError {
  return new HttpError(403, message);
}

/** 404: not there, or not for this caller to know about. */
export function notFound(message = 'Not found.'): HttpError {
  return new HttpError(404, message);
}

/** 409: the state of things does not allow it. */
export function conflict(message: string): HttpError {
  return new HttpError(409, message);
}

/** 422: understood, but not valid; `errors` by field. */
export function invalid(message: string, errors?: Record<string, string>): HttpError {
  return new HttpError(422, message, errors ? { errors } : {});
}

/** 503: not now; the caller should try again after `retryAfterS` seconds. */
export function unavailable(message: string, retryAfterS: number): HttpError {
  return new HttpError(503, message, { retryAfterS });
}
