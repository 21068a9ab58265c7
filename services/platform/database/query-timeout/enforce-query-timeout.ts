import type { ClientBase } from 'pg';
import { withinDeadline } from '../../request-deadline.ts';
import { wrapQuery } from '../wrap-query.ts';

/** Longest wait for the result of one query, in milliseconds; above the server's own `statement_timeout`. */
const QUERY_TIMEOUT_MS = 5_000;

/** Thrown when PostgreSQL does not respond in time. Whether the query took effect is unknown. */
export class DatabaseTimeoutError extends Error {
  override name = 'DatabaseTimeoutError';
}

/**
 * Closes a client's connection when a query gets no response in time. The `query_timeout` of pg leaves the connection
 * in the pool with its transaction open, so that the next user of the connection would run inside that transaction.
 */
export function enforceQueryTimeout(client: ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(error: Error): void } } })
    .connection;
  const closeConnection = (limitMs: number) =>
    stream.destroy(new DatabaseTimeoutError(`PostgreSQL did not respond within ${limitMs} ms`));
  wrapQuery(client, () => {
    const limitMs = withinDeadline(QUERY_TIMEOUT_MS);
    const timer = setTimeout(closeConnection, limitMs, limitMs);
    return () => clearTimeout(timer);
  });
}
