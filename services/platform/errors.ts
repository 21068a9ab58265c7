/** Something that a caller asked for cannot be done; carries the status and the sentence that the caller reads. */
export class Refusal extends Error {
  override name = 'Refusal';
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
export function unauthenticated(message = 'Please sign in to continue.'): Refusal {
  return new Refusal(401, message);
}

/** 403: the caller's role may not do this at all. */
export function forbidden(message = 'Your account cannot do this.'): Refusal {
  return new Refusal(403, message);
}

/** 404: not there, or not for this caller to know about. */
export function notFound(message = 'Not found.'): Refusal {
  return new Refusal(404, message);
}

/** 409: the state of things does not allow it. */
export function conflict(message: string): Refusal {
  return new Refusal(409, message);
}

/** 422: understood, but not valid; `errors` by field. */
export function invalid(message: string, errors?: Record<string, string>): Refusal {
  return new Refusal(422, message, errors ? { errors } : {});
}

/** 503: not now; the caller should try again after `retryAfterS` seconds. */
export function unavailable(message: string, retryAfterS: number): Refusal {
  return new Refusal(503, message, { retryAfterS });
}
