import type { ClientBase } from 'pg';
import { withinDeadline } from '../../request-deadline.ts';

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
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const { stream } = (client as unknown as { connection: { stream: { destroy(error: Error): void } } })
    .connection;
  const closeConnection = (limitMs: number) =>
    stream.destroy(new DatabaseTimeoutError(`PostgreSQL did not respond within ${limitMs} ms`));
  const timed = (...args: unknown[]): unknown => {
    const limitMs = withinDeadline(QUERY_TIMEOUT_MS);
    const timer = setTimeout(closeConnection, limitMs, limitMs);
    const done = args.at(-1);
    if (typeof done === 'function') {
      return send(...args.slice(0, -1), (...result: unknown[]) => {
        clearTimeout(timer);
        done(...result);
      });
    }
    const result = send(...args);
    if (!(result instanceof Promise)) {
      clearTimeout(timer);
      return result;
    }
    return result.finally(() => clearTimeout(timer));
  };
  client.query = timed as typeof client.query;
}
