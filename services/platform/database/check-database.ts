import pg from 'pg';
import { ConfigError } from '../config.ts';
import { ServerUnavailableError, serverUnavailable } from '../server-unavailable.ts';
import { postgresClientOptions } from './data-source.ts';
import { row, type SqlClient } from './sql.ts';

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
  /** Whether it is a standby, or otherwise accepts no writes. */
  isReadOnly: boolean;
  /** Settings with which a crash can lose or damage what was committed, as `name = value`. */
  unsafeSettings: string[];
  /** How far the clock of this process is ahead of the server's, in milliseconds; the round trip is not counted. */
  clockAheadMs: number;
}

/** Further requirements: whether commits must survive a crash. Not by default, because a sandbox does not need it. */
type Requirements = { mustBeDurable?: boolean };

/** One time step of the codes for operators (RFC 6238); sessions and links of mails are valid for longer. */
export const LARGEST_CLOCK_DIFFERENCE_MS = 30_000;

/**
 * Connects once and checks version, encoding, settings and clock.
 *
 * @throws {ServerUnavailableError} when no connection is possible (within 2 s), or the server accepts no writes.
 * @throws {ConfigError} when the server cannot be used, in one line.
 */
export async function checkDatabase(databaseUrl: string, requirements: Requirements = {}): Promise<void> {
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
    const facts = await readServerFacts(client);
    const problem = facts && findServerProblem(facts, requirements);
    if (problem) throw new ConfigError(`Configuration: DATABASE_URL names ${problem}`);
    if (facts?.isReadOnly)
      throw new ServerUnavailableError(
        `DATABASE_URL: PostgreSQL at ${new URL(databaseUrl).host} accepts no writes: it is a standby, or read-only.`,
      );
  } catch (error) {
    if (error instanceof ConfigError || error instanceof ServerUnavailableError) throw error;
    throw connectionProblem(databaseUrl, error);
  } finally {
    client.end().catch(() => {});
  }
}

/** Reads the facts that {@link findServerProblem} judges, and the difference of the clocks. */
export async function readServerFacts(client: SqlClient): Promise<ServerFacts | undefined> {
  const sentAtMs = Date.now();
  const reading = await row<Omit<ServerFacts, 'clockAheadMs'> & { nowMs: number }>(
    client,
    `SELECT current_setting('server_version_num')::int AS "versionNumber",
            current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
            pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly",
            ARRAY(SELECT name || ' = ' || setting FROM pg_settings
                  WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'
                  ORDER BY name) AS "unsafeSettings",
            extract(epoch FROM clock_timestamp())::float8 * 1000 AS "nowMs"`,
  );
  if (!reading) return undefined;
  const { nowMs, ...facts } = reading;
  // The server read its clock between the two readings here, so only what lies outside of them is a difference.
  const aheadMs = Math.max(0, sentAtMs - nowMs) - Math.max(0, nowMs - Date.now());
  return { ...facts, clockAheadMs: Math.round(aheadMs) };
}

/**
 * Returns why the server cannot be used, as the end of a sentence; undefined when it can.
 * @internal Its test has versions that no test server has.
 */
export function findServerProblem(
  { versionNumber, version, encoding, unsafeSettings, clockAheadMs }: ServerFacts,
  { mustBeDurable = false }: Requirements = {},
): string | undefined {
  if (versionNumber < OLDEST_VERSION * 10_000)
    return `PostgreSQL ${version.split(' ')[0]}; version ${OLDEST_VERSION} or newer is required.`;
  if (encoding !== 'UTF8')
    return `a database with encoding ${encoding}; UTF8 is required (createdb --encoding=UTF8 --template=template0 NAME).`;
  if (mustBeDurable && unsafeSettings.length > 0)
    return `a server with ${unsafeSettings.join(' and ')}, which can lose acknowledged payments in a crash; set it to on.`;
  if (Math.abs(clockAheadMs) > LARGEST_CLOCK_DIFFERENCE_MS)
    return `a server whose clock is ${Math.round(Math.abs(clockAheadMs) / 1000)} s ${clockAheadMs > 0 ? 'behind' : 'ahead of'} the clock of this machine; synchronise both (NTP).`;
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
