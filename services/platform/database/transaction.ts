import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { ConnectionLostError } from './database-errors.ts';
import { rows } from './sql.ts';

/** Notifications as JSON of channel and payload, so that duplicates collapse. */
type Notifications = Set<string>;

// TypeORM releases a connection that breaks between two statements, before the transaction ends.
const lost = 'The connection of the transaction was lost';

const afterCommits = new WeakMap<QueryRunner, (() => void)[]>();
const requested = new WeakMap<QueryRunner, Notifications>();
const pending = new WeakMap<DataSource, Notifications>();
const errorHandlers = new WeakMap<DataSource, (error: unknown) => void>();

/** Sets what is called when notifications of this data source could not be sent. */
export function onNotifyError(db: DataSource, handle: (error: unknown) => void): void {
  errorHandlers.set(db, handle);
}

/**
 * Sends NOTIFY on `channel` after the transaction of a manager commits; nothing is sent on a rollback. With a data source,
 * whose statements have committed when they return, it is sent at once.
 */
export function notifyAfterCommit(client: DataSource | EntityManager, channel: string, payload = ''): void {
  const notification = JSON.stringify([channel, payload]);
  if (!('dataSource' in client)) {
    notifySoon(client, new Set([notification]));
    return;
  }
  const { queryRunner } = client;
  if (!queryRunner) throw new Error('notifyAfterCommit needs a data source or the manager of a transaction');
  const notifications = requested.get(queryRunner) ?? new Set();
  requested.set(queryRunner, notifications.add(notification));
}

/** Calls `work`, which must not throw, after the transaction of a manager commits; not on a rollback. */
export function afterCommit({ queryRunner }: EntityManager, work: () => void): void {
  if (!queryRunner) throw new Error('afterCommit needs the manager of a transaction');
  afterCommits.set(queryRunner, [...(afterCommits.get(queryRunner) ?? []), work]);
}

/**
 * Runs `work` in one transaction, then sends the notifications that it requested with {@link notifyAfterCommit} and calls what
 * {@link afterCommit} was given.
 *
 * @throws {ConnectionLostError} when the connection was lost between two statements.
 */
export async function inTransaction<T>(
  db: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const { result, queryRunner } = await db.transaction(async (manager) => {
    const { queryRunner } = manager;
    const result = await work(manager).catch((error: unknown) => {
      throw queryRunner?.isReleased ? new ConnectionLostError(lost, { cause: error }) : error;
    });
    if (queryRunner?.isReleased) throw new ConnectionLostError(lost);
    return { result, queryRunner };
  });
  if (!queryRunner) return result;
  for (const callBack of afterCommits.get(queryRunner) ?? []) callBack();
  const notifications = requested.get(queryRunner);
  if (notifications) notifySoon(db, notifications);
  return result;
}

// NOTIFY inside a transaction serializes all commits of the database behind one lock, so it is sent afterwards, once
// for all transactions that ended in the same turn of the event loop. Receivers also poll, so one may be lost.
function notifySoon(db: DataSource, notifications: Notifications): void {
  const waiting = pending.get(db);
  if (waiting) {
    for (const notification of notifications) waiting.add(notification);
    return;
  }
  pending.set(db, notifications);
  setImmediate(() => {
    pending.delete(db);
    if (!db.isInitialized) return;
    const texts = [...notifications].flatMap((notification) => JSON.parse(notification) as string[]);
    const calls = [...notifications].map((_, index) => `pg_notify($${2 * index + 1}, $${2 * index + 2})`);
    // The number of calls varies, so there would be one prepared statement for each.
    rows(db, `SELECT ${calls.join(', ')}`, texts, { isPrepared: false }).catch((error: unknown) =>
      errorHandlers.get(db)?.(error),
    );
  });
}
