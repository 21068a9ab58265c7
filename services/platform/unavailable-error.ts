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
