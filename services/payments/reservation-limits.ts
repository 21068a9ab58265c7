import type { EntityManager } from 'typeorm';
import { dayMs } from '#contracts/durations.ts';
import type { Config } from '#services/platform/config.ts';
import { execute, row, rows } from '#services/platform/database/sql.ts';
import { conflict, HttpError } from '#services/platform/errors.ts';
import { waitText } from '#services/platform/wait-text.ts';

interface Reservation {
  requestId: string;
  sponsorId: string;
}

/**
 * Enforces how many reservations a sponsor holds at a time, and how often one is renewed (decisions section 3).
 * The caller holds the lock of the request; the advisory lock serializes calls of one sponsor for several requests.
 * @throws HttpError 409 for too many reservations, 429 for too many renewals.
 */
export async function enforceReservationLimits(
  manager: EntityManager,
  { requestId, sponsorId }: Reservation,
  { reservationsPerSponsor, renewalsPerDay }: Config['payment'],
): Promise<void> {
  await execute(manager, `SELECT pg_advisory_xact_lock(hashtextextended('reservations:' || $1, 0))`, [
    sponsorId,
  ]);
  await enforceRenewals(manager, { requestId, sponsorId }, renewalsPerDay);
  // now() is the start of this transaction, which precedes reservations that committed while it waited for the lock.
  const held = await row<{ count: number; leftMs: number }>(
    manager,
    `SELECT count(*)::int AS count,
       extract(epoch FROM min(reserved_until) - clock_timestamp())::float8 * 1000 AS "leftMs"
     FROM requests
     WHERE status = 'reserved' AND reserved_by_id = $1 AND reserved_until > clock_timestamp() AND id <> $2`,
    [sponsorId, requestId],
  );
  if (!held || held.count < reservationsPerSponsor) return;
  throw conflict(
    `You are paying for ${held.count} courses already, which is the most at a time. Please finish one of these payments first, or try again in ${waitText(held.leftMs)}.`,
  );
}

// Payments without a page were never open to the sponsor, so they do not count.
async function enforceRenewals(
  manager: EntityManager,
  { requestId, sponsorId }: Reservation,
  renewalsPerDay: number,
): Promise<void> {
  const opened = await rows<{ leftMs: number }>(
    manager,
    `SELECT extract(epoch FROM opened_at - now())::float8 * 1000 + $3::float8 AS "leftMs" FROM payments
     WHERE payer_id = $1 AND request_id = $2 AND opened_at > now() - make_interval(secs => $3::float8 / 1000)
     ORDER BY opened_at DESC`,
    [sponsorId, requestId, dayMs],
  );
  const oldest = opened[renewalsPerDay];
  if (!oldest) return;
  throw new HttpError(
    429,
    `You have started this payment ${opened.length} times in 24 hours without finishing it. You can start it again in ${waitText(oldest.leftMs)}.`,
    { retryAfterS: Math.ceil(oldest.leftMs / 1_000) },
  );
}
