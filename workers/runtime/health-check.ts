import pg from 'pg';
import { readConfig } from '#services/platform/config.ts';
import { postgresClientOptions } from '#services/platform/database/data-source.ts';
import { listenerName } from '#services/platform/database/listen.ts';
import { row } from '#services/platform/database/sql.ts';
import { checkQueueServer } from '#services/platform/queue/connection.ts';
import { OUTBOX_CHANNEL } from '#services/platform/queue/outbox.ts';
import {
  describeStartFailure,
  ServerUnavailableError,
  serverUnavailable,
} from '#services/platform/server-unavailable.ts';

/**
 * Health check of a worker's container: exits with 0 when a relay on this machine listens to the outbox and the queue's
 * server responds, else with 1 and one line. A worker listens on no port, but its database connections have an
 * application name, and the relay connects last: after the database, the migrations and the queue.
 */
async function check(): Promise<void> {
  const config = readConfig();
  await checkQueueServer(config);
  if (!(await hasRelay(config.databaseUrl)))
    throw new ServerUnavailableError('No worker of this machine is ready.');
}

async function hasRelay(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    ...postgresClientOptions,
    connectionString,
    query_timeout: 2_000,
    application_name: 'courselift-health',
  });
  try {
    await client.connect();
    const relay = await row(
      client,
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = $1
         AND client_addr IS NOT DISTINCT FROM inet_client_addr() LIMIT 1`,
      [listenerName(OUTBOX_CHANNEL)],
    );
    return relay !== undefined;
  } catch (error) {
    throw serverUnavailable('DATABASE_URL', 'PostgreSQL', connectionString, error);
  } finally {
    client.end().catch(() => {});
  }
}

try {
  await check();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exit(1);
}
