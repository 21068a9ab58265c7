import pg from 'pg';
import { QueryFailedError } from 'typeorm';

/** Thrown when the connection of a transaction was lost between two statements; the transaction was rolled back. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError';
}

// pg sets no code on these: connection timeout, broken connection, query timeout.
const lostMessages =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client (has encountered|was closed))/;
// SQLSTATE classes of a server that is unavailable, starting, stopping, or out of connections.
const lostStates = /^(08|53|57P)/;
const tooSlowStates = /^(57014|55P03|25P03)/;
const socketCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'];

/**
 * Whether a statement failed because its connection was lost or could not be opened, whatever the statement was. False
 * for errors of sockets that may belong to another server.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof ConnectionLostError) return true;
  const cause = causeOf(error);
  if (cause instanceof pg.DatabaseError) return lostStates.test(cause.code ?? '');
  if (!(cause instanceof Error)) return false;
  const code = codeOf(cause);
  return code
    ? error instanceof QueryFailedError && socketCodes.includes(code)
    : lostMessages.test(cause.message);
}

/** Whether PostgreSQL is unavailable, or too slow for the time limits of our connections. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isConnectionLost(error)) return true;
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return false;
  const code = codeOf(cause);
  if (!code) return error instanceof QueryFailedError;
  return tooSlowStates.test(code) || lostStates.test(code) || socketCodes.includes(code);
}

const causeOf = (error: unknown) => (error instanceof QueryFailedError ? error.driverError : error);

const codeOf = (error: Error & { code?: string }) => error.code;

/** Returns the SQLSTATE of a statement's error, or the code of its connection's; undefined for any other error. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof QueryFailedError ? codeOf(error.driverError) : undefined;

/** Returns whether a statement failed because the unique index `index` already contains the value (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return sqlState(error) === '23505' && (causeOf(error) as { constraint?: string }).constraint === index;
}
