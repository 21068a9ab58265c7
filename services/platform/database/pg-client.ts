import { context, SpanKind, trace } from '@opentelemetry/api';
import type { ClientBase, QueryConfig } from 'pg';
import { withinDeadline } from '../request-deadline.ts';
import { failSpan, startSpan } from '../tracing/spans.ts';

const lost = new WeakSet<ClientBase>();

/**
 * Records when the connection of a client is lost; for `onConnect` of a pool. Between the moment that a pool hands a
 * client over and the first listener of its user, a lost connection would be an uncaught exception: pg emits it in the
 * same turn as the response before it, when both arrive together.
 */
export function watchConnection(client: ClientBase): void {
  client.on('error', () => lost.add(client));
}

/** Whether the connection of a watched client was lost. A pool can hand such a client over without an error. */
export function hasLostConnection(client: ClientBase): boolean {
  return lost.has(client);
}

/**
 * Calls `begin` with the text of each query that a client sends, and the function that it returns when the query has ended,
 * with its error. Cursors and streams end at once.
 */
function wrapQuery(client: ClientBase, begin: (text: string) => (error?: unknown) => void): void {
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
    if (result instanceof Promise) result.then(() => end(), end);
    else end();
    return result;
  };
  client.query = wrapped as typeof client.query;
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as QueryConfig | undefined)?.text ?? '');

/** Longest wait for the result of one query, in milliseconds; above the server's own `statement_timeout`. */
const QUERY_TIMEOUT_MS = 5_000;

/**
 * Thrown when PostgreSQL does not respond in time. Whether the query took effect is unknown.
 * @internal Tests tell it from other errors.
 */
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

/** Records the queries of a client as spans of the call or job that sends them: the text with its `$1`, and no values. */
export function traceQueries(client: ClientBase): void {
  wrapQuery(client, (text) => {
    // The polls of the relay and the queues have no trace.
    if (!trace.getSpan(context.active())?.isRecording()) return () => {};
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
    const span = startSpan(text.trimStart().split(/\s/, 1)[0] ?? '', { kind: SpanKind.CLIENT, attributes });
    return (error) => {
      if (error) failSpan(span, error);
      span.end();
    };
  });
}
