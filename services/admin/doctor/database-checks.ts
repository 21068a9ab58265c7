import type { DataSource } from 'typeorm';
import type { Config } from '#services/platform/config.ts';
import {
  checkDatabase,
  LARGEST_CLOCK_DIFFERENCE_MS,
  readServerFacts,
} from '#services/platform/database/check-database.ts';
import { describeShortage, readConnections } from '#services/platform/database/connect-database.ts';
import {
  findPendingMigrations,
  readAppliedMigrations,
  rejectEarlierDatabase,
} from '#services/platform/database/pending-migrations.ts';
import { row } from '#services/platform/database/sql.ts';
import { type Check, failed, ok, warning } from './check.ts';
import { type Environment, roleCheck } from './role-check.ts';

/** Shares of the allowed connections that are in use. */
const [manyConnections, mostConnections] = [0.75, 0.9];
const noticeableClockMs = 2_000;

/** Checks of PostgreSQL and of what uses it. */
export function databaseChecks(config: Config, db: DataSource, environment: Environment): Check[] {
  return [
    {
      name: 'PostgreSQL',
      why: 'Without a suitable server no process starts, or commits are lost in a crash.',
      section: 'checks-at-the-start',
      worksWithoutDatabase: true,
      async run() {
        await checkDatabase(config.databaseUrl, { mustBeDurable: !config.isSandbox });
        const server = await row<{ version: string; mb: number; unsafe: string | null }>(
          db,
          `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
                  (pg_database_size(current_database()) / 1e6)::float8 AS mb,
                  (SELECT string_agg(name || ' = off', ', ') FROM pg_settings
                   WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off') AS unsafe`,
        );
        const text = `version ${server?.version}, ${server?.mb.toFixed(0)} MB`;
        return server?.unsafe ? warning(`${text}; ${server.unsafe}, which a sandbox may have`) : ok(text);
      },
    },
    {
      name: 'Clock',
      why: 'Sessions, links and codes of operators depend on it; a start is refused from 30 s on.',
      section: 'checks-at-the-start',
      async run() {
        const differenceMs = Math.abs((await readServerFacts(db))?.clockAheadMs ?? 0);
        const text = `${differenceMs} ms from PostgreSQL's, without the round trip`;
        if (differenceMs <= noticeableClockMs) return ok(text);
        const advice = `${text}; synchronise both (NTP)`;
        return differenceMs > LARGEST_CLOCK_DIFFERENCE_MS ? failed(advice) : warning(advice);
      },
    },
    {
      name: 'Migrations',
      why: 'Processes of this version wait for them and then end.',
      section: 'check-everything-at-once',
      async run() {
        const pending = await findPendingMigrations(db);
        if (pending.length === 0) return ok('all applied');
        rejectEarlierDatabase(await readAppliedMigrations(db));
        return failed(`${pending.length} pending, the first is ${pending[0]}; run: npm run db:migrate`);
      },
    },
    roleCheck(config, db, environment),
    {
      name: 'Connections',
      why: 'Calls and jobs fail when PostgreSQL has none left.',
      section: 'connections-to-postgresql',
      async run() {
        const connections = await readConnections(db);
        const connected = await row<{ used: number }>(
          db,
          'SELECT sum(numbackends)::int AS used FROM pg_stat_database',
        );
        const used = connected?.used ?? 0;
        const text = `${used} of ${connections.allowed} in use`;
        if (used >= connections.allowed * mostConnections) return failed(text);
        const shortage = describeShortage(connections, config);
        if (shortage) return warning(`${text}; ${shortage}`);
        return used >= connections.allowed * manyConnections ? warning(text) : ok(text);
      },
    },
    {
      name: 'Processes',
      why: 'Without an API the site is down; without a worker payments stay unsettled and mails unsent.',
      section: 'courseliftworkerdown',
      async run() {
        const { apis, workers } = await readConnections(db);
        const text = `API: ${apis}, workers: ${workers}`;
        return apis === 0 || workers === 0 ? failed(text) : ok(text);
      },
    },
  ];
}
