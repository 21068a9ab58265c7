import { ApiError, CallTimeoutError, NetworkError } from '../../../browser/api.ts';
import { catalogueCopy } from '../catalogue.copy.ts';

const copy = catalogueCopy.failed;

/** Returns the message for a course list that failed to load (specification section 8). */
export function loadFailure(error: unknown): string {
  if (error instanceof ApiError) return copy.status(error.status);
  if (error instanceof NetworkError || error instanceof CallTimeoutError) return copy.noAnswer;
  return copy.unexpected;
}
