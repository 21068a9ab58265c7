import type { DataSource, EntityManager } from 'typeorm';
import { expect } from 'vitest';

/** Runs work in a transaction that is rolled back, so that tests can change the same rows one after the other. */
export async function rolledBack(
  { db }: { db: DataSource },
  work: (manager: EntityManager) => Promise<void>,
): Promise<void> {
  const undone = new Error('Rolled back');
  const run = db.transaction(async (manager) => {
    await work(manager);
    throw undone;
  });
  await expect(run).rejects.toBe(undone);
}

/** Returns what `read` returns after a statement that is then rolled back. */
export async function readAfter<T>(
  product: { db: DataSource },
  read: (manager: EntityManager) => Promise<T>,
  statement: string,
  values: unknown[],
): Promise<T | undefined> {
  let result: T | undefined;
  await rolledBack(product, async (manager) => {
    await manager.query(statement, values);
    result = await read(manager);
  });
  return result;
}
