/** Thrown for a failure that a retry cannot change: the job becomes a dead letter at once, for operators to inspect. */
export class PermanentError extends Error {
  override name = 'PermanentError';
}
