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
