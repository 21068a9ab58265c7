import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { execute, row, rows } from './sql.ts';

/** `application_name` of the connections that migrate. */
export const migratingApplication = 'courselift-migrate';

// The statements of the product that are queued behind a migration run between two attempts.
const pauseMs = 5_000;
const watchIntervalMs = 250;

/** Thrown when a lock was held for longer than a migration waits; the message is one sentence with the session that holds it. */
class MigrationLockError extends Error {
  override name = 'MigrationLockError';
}

export interface LockWait {
  /** Seconds after which no other attempt begins; by default there is one attempt. */
  lockWaitS?: number;
  /** Called before each pause, with a sentence that names the session. */
  onLocked?: ((sentence: string) => void) | undefined;
}

/**
 * Runs `work`, whose connections have a `lock_timeout`, until it gets its locks: an `ALTER TABLE` that waits for a lock stops every
 * statement on the table behind it, so it waits in short attempts. `work` goes on where an earlier attempt ended. Before each one,
 * invalid indexes are dropped: a concurrent build that failed leaves one.
 *
 * @throws {MigrationLockError} when the last attempt did not get a lock.
 */
export async function retryWhileLocked<T>(
  db: DataSource,
  { lockWaitS = 0, onLocked }: LockWait,
  work: () => Promise<T>,
): Promise<T> {
  const lastMs = performance.now() + lockWaitS * 1_000;
  for (;;) {
    const watch = watchHolder(db);
    try {
      await dropInvalidIndexes(db);
      return await work();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const held = `A migration needs a lock that ${await watch.stop()} holds`;
      const leftMs = lastMs - performance.now();
      if (leftMs <= 0)
        throw new MigrationLockError(`${held}. Run npm run db:migrate again when that has ended.`, {
          cause: error,
        });
      onLocked?.(`${held}. It tries again for ${Math.ceil(leftMs / 1_000)} s.`);
      await sleep(Math.min(pauseMs, leftMs));
    } finally {
      await watch.stop();
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  const { code, driverError, cause } = (error ?? {}) as Record<'code' | 'driverError' | 'cause', unknown>;
  return (
    code === '55P03' || [driverError, cause].some((inner) => inner instanceof Error && isLockTimeout(inner))
  );
}

// Indexes that another session builds at the moment are invalid as well.
async function dropInvalidIndexes(db: DataSource): Promise<void> {
  const invalid = await rows<{ name: string }>(
    db,
    `SELECT format('%I.%I', c.relnamespace::regnamespace, c.relname) AS name
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE NOT i.indisvalid AND c.relkind = 'i' AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_stat_progress_create_index p WHERE p.index_relid = c.oid)`,
  );
  for (const { name } of invalid) await execute(db, `DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}

/** Checks from time to time which session blocks a migration: when its statement has failed, nothing shows it any more. */
function watchHolder(db: DataSource): { stop(): Promise<string> } {
  const ended = new AbortController();
  let holder = 'another session';
  const watching = (async () => {
    while (!ended.signal.aborted) {
      holder = (await findHolder(db).catch(() => undefined)) ?? holder;
      await sleep(watchIntervalMs, undefined, { signal: ended.signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      ended.abort();
      await watching;
      return holder;
    },
  };
}

// The oldest: the others are queued behind it.
async function findHolder(db: DataSource): Promise<string | undefined> {
  const holder = await row<{ pid: number; application: string; role: string | null; since: Date | null }>(
    db,
    `SELECT h.pid, h.application_name AS application, h.usename::text AS role, h.xact_start AS since
     FROM pg_stat_activity m, unnest(pg_blocking_pids(m.pid)) AS b (pid) JOIN pg_stat_activity h ON h.pid = b.pid
     WHERE m.application_name = $1 AND m.datname = current_database()
     ORDER BY h.xact_start LIMIT 1`,
    [migratingApplication],
  );
  if (!holder) return undefined;
  const { pid, application, role, since } = holder;
  const facts = [
    `process ${pid}`,
    role && `role ${role}`,
    since && `transaction since ${since.toISOString()}`,
  ];
  return `${application || 'a session without a name'} (${facts.filter(Boolean).join(', ')})`;
}
