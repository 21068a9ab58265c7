import type { ClientBase } from 'pg';

/** Longest wait for the answer to one query, in milliseconds; above the server's own `statement_timeout`. */
const QUERY_TIMEOUT_MS = 5_000;

/** PostgreSQL did not answer in time. Whether the query took effect is not known. */
export class DatabaseTimeoutError extends Error {
  override name = 'DatabaseTimeoutError';
}

/**
 * Cuts a client's connection when one of its queries is not answered in time. The driver's own time-out leaves
 * the connection in the pool with its transaction open: the next borrower's work would end up inside it.
 */
export function enforceQueryTimeout(client: ClientBase): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const { stream } = (client as unknown as { connection: { stream: { destroy(error: Error): void } } })
    .connection;
  const timed = (...args: unknown[]): unknown => {
    const error = new DatabaseTimeoutError(`PostgreSQL did not answer within ${QUERY_TIMEOUT_MS} ms`);
    const timer = setTimeout(() => stream.destroy(error), QUERY_TIMEOUT_MS);
    const done = args.at(-1);
    if (typeof done === 'function') {
      return send(...args.slice(0, -1), (...answer: unknown[]) => {
        clearTimeout(timer);
        done(...answer);
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
