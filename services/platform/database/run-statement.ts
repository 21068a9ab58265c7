import pg from 'pg';
import { type DataSource, type EntityManager, QueryFailedError, type QueryRunner } from 'typeorm';

/** Runs statements: a transaction's manager, a data source (any connection of its pool), or a pool or client of pg. */
export type SqlClient = DataSource | EntityManager | pg.Pool | pg.ClientBase;

export interface StatementOptions {
  /**
   * False for a text that takes unboundedly many forms: PostgreSQL and pg store each prepared statement until the
   * connection closes.
   */
  readonly isPrepared?: boolean;
}

/** Most texts that this process prepares; further ones run unprepared, so that a generated text cannot leak memory. */
const maxPrepared = 1_000;
const statementNames = new Map<string, string>();
// Part of every statement name; raised when the schema has changed under prepared statements.
let generation = 0;

/**
 * Runs one SQL statement, with `$1` … for the values, as a named prepared statement: each connection parses and plans
 * a text once. Runs in the transaction of `client` when that is the manager of one.
 *
 * @throws {QueryFailedError} with the error of pg as `driverError`.
 */
export async function runStatement<Row extends object>(
  client: SqlClient,
  text: string,
  values?: readonly unknown[],
  { isPrepared = true }: StatementOptions = {},
): Promise<pg.QueryResult<Row>> {
  const connection = await connectionOf(client);
  const run = () => {
    const name = isPrepared ? statementName(text) : undefined;
    return connection.query<Row>({ text, ...(values && { values: [...values] }), ...(name && { name }) });
  };
  try {
    return await run().catch((error: unknown) => {
      if (!isPlanOutdated(error)) throw error;
      forgetNames();
      // A transaction is aborted by the error, so its caller has to repeat it.
      if (!isPool(client)) throw error;
      return run();
    });
  } catch (error) {
    throw error instanceof Error ? new QueryFailedError(text, [], error) : error;
  }
}

/**
 * Makes a client run each text with values as a named prepared statement, too, because TypeORM and BullMQ pass no name.
 * Outside a transaction a statement whose plan is outdated is repeated.
 */
export function prepareTexts(client: pg.ClientBase): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (...args: unknown[]): unknown => {
    const [text, values, ...rest] = args;
    const isText = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const name = isText ? statementName(text) : undefined;
    if (!name) return send(...args);
    const canRepeat = client.getTransactionStatus() === 'I';
    const result = send({ name, text, values }, ...rest);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      if (!isPlanOutdated(error)) throw error;
      forgetNames();
      if (!canRepeat) throw error;
      return send({ name: statementName(text as string), text, values });
    });
  };
  client.query = named as typeof client.query;
}

/** Makes a client run every statement unprepared: behind a pooler each transaction may have another session. */
export function runUnprepared(client: pg.ClientBase): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const unnamed = (first: unknown, ...rest: unknown[]): unknown =>
    isNamed(first) ? send({ ...first, name: undefined }, ...rest) : send(first, ...rest);
  client.query = unnamed as typeof client.query;
}

// A cursor or stream is no configuration, and has a method that would be lost.
function isNamed(query: unknown): query is pg.QueryConfig {
  return typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
}

/** Prepares texts anew, also those beyond the limit. @internal A test shares its process with others, which reach the limit. */
export function forgetNames(): void {
  generation += 1;
  statementNames.clear();
}

function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= maxPrepared) return known;
  const name = `${generation}.${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

// A migration changed the type of a result column of a prepared statement (SQLSTATE feature_not_supported, raised by
// RevalidateCachedQuery of PostgreSQL).
function isPlanOutdated(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}

type Connection = pg.Pool | pg.ClientBase;

function isPool(client: SqlClient): boolean {
  return client instanceof pg.Pool || (!isConnection(client) && !runnerOf(client));
}

// TypeORM's own `query` passes no statement name to pg, so the connection of its transaction or its pool is used.
function connectionOf(client: SqlClient): Connection | Promise<Connection> {
  if (isConnection(client)) return client;
  const runner = runnerOf(client);
  if (runner?.isReleased) throw new Error('The transaction of this manager has ended');
  if (runner) return runner.connect() as Promise<Connection>;
  const { driver } = 'dataSource' in client ? client.dataSource : client;
  const { master } = driver as unknown as { master?: pg.Pool };
  if (!master) throw new Error('The data source is not connected');
  return master;
}

function isConnection(client: SqlClient): client is Connection {
  return !('dataSource' in client || 'manager' in client);
}

function runnerOf(client: DataSource | EntityManager): QueryRunner | undefined {
  return 'dataSource' in client ? client.queryRunner : undefined;
}
