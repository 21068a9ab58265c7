import type { DataSource } from 'typeorm';
import { execute } from '#services/platform/database/sql.ts';
import { readDone, readQueueFigures } from './read-figures.ts';

const keptDays = 7;

/**
 * Stores the figures of every queue, and deletes those of more than seven days ago. A second run for the same minute changes
 * nothing.
 *
 * @param minute the present minute of the database's clock, without seconds
 */
export async function storeQueueSamples(db: DataSource, minute: Date): Promise<void> {
  const [figures, done] = await Promise.all([readQueueFigures(db), readDone(db, minute)]);
  await execute(
    db,
    `WITH expired AS (DELETE FROM queue_samples WHERE at < $1::timestamptz - interval '${keptDays} days')
     INSERT INTO queue_samples (at, queue, waiting, queued, failed, oldest_s, done)
     SELECT $1, * FROM unnest($2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[])
     ON CONFLICT DO NOTHING`,
    [
      minute,
      figures.map(({ queue }) => queue),
      figures.map(({ waiting }) => waiting),
      figures.map(({ queued }) => queued),
      figures.map(({ failed }) => failed),
      figures.map(({ oldestS }) => Math.round(oldestS)),
      figures.map(({ queue }) => done.get(queue) ?? 0),
    ],
  );
}
