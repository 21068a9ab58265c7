import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

const wanted = new WeakMap<QueryRunner, Set<string>>();
const pending = new WeakMap<DataSource, Set<string>>();

/** Has `channel` notified once the transaction of `manager` is committed; nothing is sent when it rolls back. */
export function notifyAfterCommit(manager: EntityManager, channel: string): void {
  const { queryRunner } = manager;
  if (!queryRunner) throw new Error('notifyAfterCommit needs the manager of a transaction');
  const channels = wanted.get(queryRunner) ?? new Set();
  wanted.set(queryRunner, channels.add(channel));
}

/** Runs `work` in one transaction, then sends the notifications that it asked for. */
export async function inTransaction<T>(
  db: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const channels = new Set<string>();
  const result = await db.transaction(async (manager) => {
    const answer = await work(manager);
    const { queryRunner } = manager;
    for (const channel of (queryRunner && wanted.get(queryRunner)) ?? []) channels.add(channel);
    return answer;
  });
  if (channels.size) notifySoon(db, channels);
  return result;
}

// NOTIFY inside a transaction makes all commits of the database queue up behind one lock, so it is sent
// afterwards, once for all transactions that ended in the same turn. A lost one costs a poll of the relay.
function notifySoon(db: DataSource, channels: Set<string>): void {
  const waiting = pending.get(db);
  if (waiting) {
    for (const channel of channels) waiting.add(channel);
    return;
  }
  pending.set(db, channels);
  setImmediate(() => {
    pending.delete(db);
    if (!db.isInitialized) return;
    const names = [...channels];
    db.query(`SELECT ${names.map((_, index) => `pg_notify($${index + 1}, '')`).join(', ')}`, names).catch(
      () => {},
    );
  });
}
