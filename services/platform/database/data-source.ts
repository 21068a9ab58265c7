import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientBase } from 'pg';
import { DataSource, type EntitySchema } from 'typeorm';
import { isTracing } from '../tracing/start-tracing.ts';
import { enforceQueryTimeout } from './query-timeout/enforce-query-timeout.ts';
import { prepareTexts, runUnprepared } from './run-statement.ts';
import { SnakeNamingStrategy } from './snake-naming.ts';
import { traceQueries } from './trace-queries.ts';
import { onNotifyError } from './transaction.ts';
import { watchConnection } from './watch-connection.ts';

/** Timeouts of every PostgreSQL client, in milliseconds. */
export const postgresClientOptions = {
  connectionTimeoutMillis: 2_000,
  statement_timeout: 4_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
} as const;

/** The folder of the versioned migrations. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * `onConnect` of every pool: prepared statements, a time limit for queries, no uncaught exception when the connection is lost,
 * and spans.
 */
export function prepareConnection(client: ClientBase): void {
  watchConnection(client);
  prepareTexts(client);
  enforceQueryTimeout(client);
  if (isTracing()) traceQueries(client);
}

// Poolers reject the timeouts when connecting; `checkPooler` makes sure that the sessions behind it have them.
const { connectionTimeoutMillis, keepAlive } = postgresClientOptions;
const pooledClientOptions = { connectionTimeoutMillis, keepAlive, onConnect: preparePooledConnection };

function preparePooledConnection(client: ClientBase): void {
  watchConnection(client);
  runUnprepared(client);
  enforceQueryTimeout(client);
  if (isTracing()) traceQueries(client);
}

/** See {@link createDataSource}. */
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
  /** Loads the migrations, and disables the timeouts but that of locks, because their statements may run for minutes. */
  readonly migrates?: boolean;
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onPoolError?: (error: Error) => void;
  /** Called when a notification could not be sent; receivers also poll. */
  readonly onNotifyError?: (error: unknown) => void;
}

/** Creates the data source of one process, not yet connected: call `initialize()`. Raw `bigint` values are strings. */
export function createDataSource(options: DataSourceOptions): DataSource {
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
    migrations: options.migrates ? [join(migrationsFolder, '*.ts')] : [],
    migrationsTransactionMode: 'each',
    // Makes TypeORM generate gen_random_uuid(), which is built into PostgreSQL: no extension is needed.
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    namingStrategy: new SnakeNamingStrategy(),
    connectTimeoutMS: postgresClientOptions.connectionTimeoutMillis,
    extra: options.migrates
      ? { keepAlive: true, lock_timeout: postgresClientOptions.lock_timeout, onConnect: watchConnection }
      : { ...clientOptions, min: options.minPoolSize ?? 0 },
    logging: false,
  });
  if (options.onNotifyError) onNotifyError(db, options.onNotifyError);
  return db;
}
