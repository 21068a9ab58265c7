import { QueryFailedError } from 'typeorm';

/** Returns whether a statement failed because the unique index `index` already contains the value (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown, index: string): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { code, constraint } = error.driverError as { code?: string; constraint?: string };
  return code === '23505' && constraint === index;
}
