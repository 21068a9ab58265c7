/** A failure that another attempt cannot change: the job is given up at once and left to the operators. */
export class PermanentError extends Error {
  override name = 'PermanentError';
}
