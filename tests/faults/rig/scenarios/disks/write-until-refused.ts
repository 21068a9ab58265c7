import { Redis } from 'ioredis';
import pg from 'pg';
import { isDiskFull } from '#sandbox/postgres/initialise-cluster.ts';
import type { System } from '../../processes/start-system.ts';

/** Creates a table larger than what is free. */
export const writeTable = (system: System): Promise<boolean> =>
  query(
    system,
    'CREATE TABLE another_client AS SELECT generate_series(1, 100000) AS n',
    'DROP TABLE another_client',
  );

/** Writes to the write-ahead log until PostgreSQL needs a new file for it, which it ends without. */
export async function writeWal(system: System): Promise<boolean> {
  const write = "SELECT pg_logical_emit_message(false, 'rig', repeat('x', 1000000))";
  await query(system, ...Array.from({ length: 40 }, () => write));
  return isDiskFull(await system.database.readLog());
}

/** Sends a write to Redis, which rejects it when it could not write its file. */
export async function writeCommands({ redis }: System): Promise<boolean> {
  const client = new Redis(redis?.url ?? '', { retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await client.set('another-client', 'x'.repeat(100_000));
    return false;
  } catch (error) {
    return String(error).includes('MISCONF');
  } finally {
    client.disconnect();
  }
}

/** Returns whether a statement was refused because the disk is full. The server may have ended. */
async function query({ database }: System, ...statements: string[]): Promise<boolean> {
  const client = new pg.Client({ connectionString: database.superuserUrl });
  client.on('error', () => {});
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
    return false;
  } catch (error) {
    return isDiskFull(String(error));
  } finally {
    await client.end().catch(() => {});
  }
}
