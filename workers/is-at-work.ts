import pg from 'pg';
import { readConfig } from '#services/platform/config.ts';

/**
 * Exits with 0 when a worker of this machine is connected to the database: a worker listens on no port, but its
 * connections carry its name. For the health check of its container.
 */
const { databaseUrl } = readConfig();
const client = new pg.Client({
  connectionString: databaseUrl,
  connectionTimeoutMillis: 2_000,
  query_timeout: 2_000,
  application_name: 'courselift-health',
});
await client.connect();
const { rowCount } = await client.query(
  `SELECT 1 FROM pg_stat_activity
   WHERE application_name = 'courselift-worker' AND client_addr IS NOT DISTINCT FROM inet_client_addr() LIMIT 1`,
);
await client.end();
process.exit(rowCount ? 0 : 1);
