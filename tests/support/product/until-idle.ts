import type { DataSource } from 'typeorm';
import { expect, vi } from 'vitest';
import { patient } from '../soon.ts';

/** Waits until every job that is due is done. */
export const untilIdle = (db: Pick<DataSource, 'query'>) =>
  vi.waitFor(async () => {
    const due = 'SELECT job FROM outbox WHERE closed_at IS NULL AND available_at <= now()';
    expect(await db.query(due)).toEqual([]);
  }, patient);
