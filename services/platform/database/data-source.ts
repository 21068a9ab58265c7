import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg, { type ClientBase } from 'pg';
import { DataSource, type EntitySchema } from 'typeorm';
import { isTracing } from '../tracing/spans.ts';
import { SnakeNamingStrategy } from './define-entity.ts';
import { enforceQueryTimeout, traceQueries, watchConnection } from './pg-client.ts';
import { prepareTexts, runUnprepared } from './run-statement.ts';
import { onNotifyError } from './transaction.ts';

/** Timeouts of every PostgreSQL client, in milliseconds. */
export const postgresClientOptions = {
  connectionTimeoutMillis: 2_000,
  statement_timeout: 4_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
} as const;

/** The folder of the product's versioned migrations. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * `onConnect` of every pool: prepared statements, a time limit for queries, no uncaught exception when the connection is lost,
 * and spans.
 */
export function prepareConnection(client: ClientBase, nameStatements = prepareTexts): void {
  watchConnection(client);
  nameStatements(client);
  enforceQueryTimeout(client);
  if (isTracing()) traceQueries(client);
}

// Poolers reject the timeouts when connecting; `checkPooler` makes sure that the sessions behind it have them.
const pooledClientOptions = {
  keepAlive: true,
  onConnect: (client: ClientBase) => prepareConnection(client, runUnprepared),
};

export interface DataSourceOptions {
  readonly databaseUrl: string;
  /** Of a pooler of transactions, which is used instead: no state of a session survives a transaction. */
  readonly poolerUrl?: string | undefined;
  /** Entities for repositories; none for a process that only runs SQL. */
  readonly entities?: EntitySchema[];
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  readonly poolSize?: number;
  /** Connections that stay open without use, so that a call after a pause need not wait for a new one; 0 by default. */
  readonly minPoolSize?: number;
  /** Longest wait for a connection, in milliseconds; by default as long as a call may wait. */
  readonly connectTimeoutMs?: number;
  /** Loads the migrations of this folder, and disables the timeouts but that of locks: their statements may run for minutes. */
  readonly migrations?: string;
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onPoolError?: (error: Error) => void;
  /** Called when a notification could not be sent; receivers also poll. */
  readonly onNotifyError?: (error: unknown) => void;
}

/** Creates the data source of one process, not yet connected: call `initialize()`. Raw `bigint` values are strings. */
export function createDataSource(options: DataSourceOptions): DataSource {
  const connectTimeoutMs = options.connectTimeoutMs ?? postgresClientOptions.connectionTimeoutMillis;
  const clientOptions = options.poolerUrl
    ? pooledClientOptions
    : { ...postgresClientOptions, onConnect: prepareConnection };
  const db = new DataSource({
    type: 'postgres',
    url: options.poolerUrl ?? options.databaseUrl,
    applicationName: options.applicationName,
    poolSize: options.poolSize ?? 10,
    poolErrorHandler: options.onPoolError ?? (() => {}),
    entities: options.entities ?? [],
    migrations: options.migrations ? [join(options.migrations, '*.ts')] : [],
    migrationsTransactionMode: 'each',
    // Makes TypeORM generate gen_random_uuid(), which is built into PostgreSQL: no extension is needed.
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    namingStrategy: new SnakeNamingStrategy(),
    connectTimeoutMS: connectTimeoutMs,
    extra: options.migrations
      ? { keepAlive: true, lock_timeout: postgresClientOptions.lock_timeout, onConnect: watchConnection }
      : { ...clientOptions, connectionTimeoutMillis: connectTimeoutMs, min: options.minPoolSize ?? 0 },
    logging: false,
  });
  if (options.onNotifyError) onNotifyError(db, options.onNotifyError);
  return db;
}

/** Calls `work` of a command with a data source that is connected, and closed afterwards. */
export async function withDataSource<T>(
  options: DataSourceOptions,
  work: (db: DataSource) => Promise<T>,
): Promise<T> {
  // On a busy machine, an operator would rather wait than start the command again.
  const db = await createDataSource({ connectTimeoutMs: 20_000, ...options }).initialize();
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Calls `work` with a client that is connected, and closed afterwards. */
export async function withClient<T>(
  options: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(options);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
