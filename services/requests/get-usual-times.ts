import type { DataSource } from 'typeorm';
import { hourMs } from '#contracts/durations.ts';
import {
  type getUsualTimes as contract,
  fewestRequests,
  type UsualTimes,
} from '#contracts/requests/usual-times.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';

const cachedForMs = hourMs;
const cache = new WeakMap<DataSource, { readAtMs: number; times: Promise<UsualTimes> }>();

/** Returns how long it usually takes; read from the requests once an hour. */
export const getUsualTimes: Handler<typeof contract> = async (_call, { db }) => {
  let cached = cache.get(db);
  if (!cached || performance.now() - cached.readAtMs > cachedForMs) {
    cached = { readAtMs: performance.now(), times: readUsualTimes(db) };
    cache.set(db, cached);
    cached.times.catch(() => cache.delete(db));
  }
  return { message: 'How long it usually takes', data: await cached.times };
};

const median = (from: string, to: string) =>
  `CASE WHEN count(*) FILTER (WHERE ${to} IS NOT NULL) >= ${fewestRequests} THEN
     greatest(1, ceil(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${to} - ${from})) / 86400))::int END`;

/**
 * Returns the medians of the requests that were paid in the last year, without sample data. A request that was given back was
 * paid, too. @internal For its test.
 */
export async function readUsualTimes(db: DataSource): Promise<UsualTimes> {
  const times = await row<UsualTimes>(
    db,
    `SELECT ${median('created_at', 'paid_at')} AS "paidDays", ${median('paid_at', 'enrolled_at')} AS "enrolledDays"
     FROM requests WHERE paid_at > now() - interval '1 year' AND NOT is_sample`,
  );
  return times ?? { paidDays: null, enrolledDays: null };
}
