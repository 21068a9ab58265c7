import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

/** Notifications by channel and payload, written as one text so that the same one is kept once. */
type Notifications = Set<string>;

const wanted = new WeakMap<QueryRunner, Notifications>();
const pending = new WeakMap<DataSource, Notifications>();

/** Has `channel` notified once the transaction of `manager` is committed; nothing is sent when it rolls back. */
export function notifyAfterCommit(manager: EntityManager, channel: string, payload = ''): void {
  const { queryRunner } = manager;
  if (!queryRunner) throw new Error('notifyAfterCommit needs the manager of a transaction');
  const notifications = wanted.get(queryRunner) ?? new Set();
  wanted.set(queryRunner, notifications.add(JSON.stringify([channel, payload])));
}

/** Runs `work` in one transaction, then sends the notifications that it asked for. */
export async function inTransaction<T>(
  db: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const notifications: Notifications = new Set();
  const result = await db.transaction(async (manager) => {
    const answer = await work(manager);
    const { queryRunner } = manager;
    for (const one of (queryRunner && wanted.get(queryRunner)) ?? []) notifications.add(one);
    return answer;
  });
  if (notifications.size) notifySoon(db, notifications);
  return result;
}

// NOTIFY inside a transaction makes all commits of the database queue up behind one lock, so it is sent
// afterwards, once for all transactions that ended in the same turn. A lost one costs a poll of the relay.
function notifySoon(db: DataSource, notifications: Notifications): void {
  const waiting = pending.get(db);
  if (waiting) {
    for (const one of notifications) waiting.add(one);
    return;
  }
  pending.set(db, notifications);
  setImmediate(() => {
    pending.delete(db);
    if (!db.isInitialized) return;
    const texts = [...notifications].flatMap((one) => JSON.parse(one) as string[]);
    const calls = [...notifications].map((_, index) => `pg_notify($${2 * index + 1}, $${2 * index + 2})`);
    db.query(`SELECT ${calls.join(', ')}`, texts).catch(() => {});
  });
}
