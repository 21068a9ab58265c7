import pg from 'pg';
import { row } from '#services/platform/database/sql.ts';
import { ConfigError } from '../config.ts';
import { ServerUnavailableError, serverUnavailable } from '../server-unavailable.ts';
import { postgresClientOptions } from './data-source.ts';

/** The migrations use the built-in locale provider, new in PostgreSQL 17. */
const OLDEST_VERSION = 17;

/** Properties of the server that the migrations depend on. */
export interface ServerFacts {
  /** `server_version_num`, such as 150012. */
  versionNumber: number;
  /** `server_version`, such as "15.12 (Debian 15.12-0+deb12u2)". */
  version: string;
  /** `server_encoding` of the database. */
  encoding: string;
}

/**
 * Connects once and checks version and encoding.
 *
 * @throws {ServerUnavailableError} when no connection is possible (within 2 s).
 * @throws {ConfigError} when the server is too old or the database is not UTF-8.
 */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    ...postgresClientOptions,
    connectionString: databaseUrl,
    query_timeout: 5_000,
    application_name: 'courselift-check',
  });
  // Without a listener, a connection that breaks while it closes would crash the process.
  client.on('error', () => {});
  try {
    await client.connect();
    const found = await row<ServerFacts>(
      client,
      `SELECT current_setting('server_version_num')::int AS "versionNumber",
              current_setting('server_version') AS version, current_setting('server_encoding') AS encoding`,
    );
    const problem = found && findServerProblem(found);
    if (problem) throw new ConfigError(`Configuration: DATABASE_URL names ${problem}`);
  } catch (error) {
    throw error instanceof ConfigError ? error : connectionProblem(databaseUrl, error);
  } finally {
    client.end().catch(() => {});
  }
}

/** Returns why the server cannot be used, as the end of a sentence; undefined when it can. */
export function findServerProblem({ versionNumber, version, encoding }: ServerFacts): string | undefined {
  if (versionNumber < OLDEST_VERSION * 10_000)
    return `PostgreSQL ${version.split(' ')[0]}; version ${OLDEST_VERSION} or newer is required.`;
  if (encoding !== 'UTF8')
    return `a database with encoding ${encoding}; UTF8 is required (createdb --encoding=UTF8 --template=template0 NAME).`;
  return undefined;
}

// SQLSTATE classes of https://www.postgresql.org/docs/current/errcodes-appendix.html
function connectionProblem(databaseUrl: string, error: unknown): ServerUnavailableError {
  const { host, pathname } = new URL(databaseUrl);
  const { code = '' } = error as { code?: string };
  if (code.startsWith('28'))
    return new ServerUnavailableError(
      `DATABASE_URL: PostgreSQL at ${host} rejects the user or the password.`,
    );
  if (code === '3D000') {
    const name = decodeURIComponent(pathname.slice(1));
    return new ServerUnavailableError(
      `DATABASE_URL: PostgreSQL at ${host} has no database "${name}". Create it with: createdb --encoding=UTF8 ${name}`,
    );
  }
  return serverUnavailable('DATABASE_URL', 'PostgreSQL', databaseUrl, error);
}
