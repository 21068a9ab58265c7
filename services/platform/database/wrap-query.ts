import type { ClientBase, QueryConfig } from 'pg';

/** Called with the error of a query, or without one, when its result is there. */
export type QueryEnd = (error?: unknown) => void;

/**
 * Calls `begin` with the text of each query that a client sends, and what that returns when the query has ended. Cursors and
 * streams end at once.
 */
export function wrapQuery(client: ClientBase, begin: (text: string) => QueryEnd): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const wrapped = (...args: unknown[]): unknown => {
    const end = begin(textOf(args[0]));
    const done = args.at(-1);
    if (typeof done === 'function') {
      return send(...args.slice(0, -1), (error: unknown, ...result: unknown[]) => {
        end(error);
        done(error, ...result);
      });
    }
    const result = send(...args);
    if (!(result instanceof Promise)) {
      end();
      return result;
    }
    return result.then(
      (value) => {
        end();
        return value;
      },
      (error: unknown) => {
        end(error);
        throw error;
      },
    );
  };
  client.query = wrapped as typeof client.query;
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as QueryConfig | undefined)?.text ?? '');
