import { fileURLToPath } from 'node:url';
import { DataSource, type EntitySchema } from 'typeorm';
import { enforceQueryTimeout } from './enforce-query-timeout.ts';
import { SnakeNamingStrategy } from './snake-naming.ts';

/** How every client of PostgreSQL connects and how long it waits, in milliseconds. */
export const postgresClientOptions = {
  connectionTimeoutMillis: 2_000,
  statement_timeout: 4_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
} as const;

/** See {@link createDataSource}. */
export interface DataSourceOptions {
  readonly databaseUrl: string;
  /** What the process reads and writes through repositories; none for a process that only runs SQL. */
  readonly entities?: EntitySchema[];
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  readonly poolSize?: number;
  /** Lets statements take as long as they need: for migrations, which nobody waits for at a screen. */
  readonly hasNoTimeouts?: boolean;
  /** Told when an idle connection breaks; the pool replaces it by itself. */
  readonly onPoolError?: (error: Error) => void;
}

/** The data source of one process, not yet connected: call `initialize()`. `bigint` columns come as strings. */
export function createDataSource(options: DataSourceOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url: options.databaseUrl,
    applicationName: options.applicationName,
    poolSize: options.poolSize ?? 10,
    poolErrorHandler: options.onPoolError ?? (() => {}),
    entities: options.entities ?? [],
    migrations: [fileURLToPath(new URL('./migrations/*.ts', import.meta.url))],
    migrationsTransactionMode: 'each',
    // Makes TypeORM write gen_random_uuid(), which PostgreSQL has built in: no extension is needed.
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    namingStrategy: new SnakeNamingStrategy(),
    connectTimeoutMS: postgresClientOptions.connectionTimeoutMillis,
    extra: options.hasNoTimeouts
      ? { keepAlive: true }
      : { ...postgresClientOptions, onConnect: enforceQueryTimeout },
    logging: false,
  });
}
