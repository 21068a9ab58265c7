import { expect, vi } from 'vitest';
import type { TestProduct } from '../product/test-product.ts';
import { patient } from '../soon.ts';

/** Waits until `count` statements of a product's database wait for a lock. */
export function waitForLockWaits({ db }: Pick<TestProduct, 'db'>, count: number): Promise<void> {
  return vi.waitFor(async () => {
    const waiting: unknown[] = await db.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(waiting).toHaveLength(count);
  }, patient);
}
