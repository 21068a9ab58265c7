import type { DataSource, EntityManager } from 'typeorm';
import { dayMs, hourMs } from '#contracts/durations.ts';
import { mailOperatorsJob } from '#services/cases/cases.jobs.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import { findRow, hasRow, row, type SqlClient, updateReturning } from '#services/platform/database/sql.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type Dispute, DisputeEntity } from './dispute.entity.ts';

type Client = DataSource | EntityManager;

const nigeria = { hours: 16, utcOffsetHours: 1 };
// Provider documentation, "Disputes": 16 business hours in Nigeria, 48 in Ghana, South Africa and Kenya. None of them has
// summer time.
const countryOf: Record<string, typeof nigeria> = {
  NGN: nigeria,
  GHS: { hours: 48, utcOffsetHours: 0 },
  ZAR: { hours: 48, utcOffsetHours: 2 },
  KES: { hours: 48, utcOffsetHours: 3 },
};

/**
 * Returns when a dispute is accepted for us unless it is answered. Each hour of a weekday counts, day and night;
 * Saturdays and Sundays do not, by the country's clock. Public holidays are not subtracted, so the time is early rather
 * than late. Payments in other currencies use the shortest time.
 */
export function disputeDueAt(openedAt: Date, currency: string): Date {
  const { hours, utcOffsetHours } = countryOf[currency] ?? nigeria;
  const offsetMs = utcOffsetHours * hourMs;
  // Local time, read with the UTC methods.
  const local = new Date(skipWeekend(openedAt.getTime() + offsetMs));
  let leftMs = hours * hourMs;
  for (;;) {
    const midnight = new Date(local).setUTCHours(24, 0, 0, 0);
    if (leftMs <= midnight - local.getTime()) return new Date(local.getTime() + leftMs - offsetMs);
    leftMs -= midnight - local.getTime();
    local.setTime(skipWeekend(midnight));
  }
}

/** Returns the time itself on a weekday, and the start of Monday at a weekend. */
function skipWeekend(localMs: number): number {
  const day = new Date(localMs).getUTCDay();
  const days = day === 6 ? 2 : day === 0 ? 1 : 0;
  return days === 0 ? localMs : new Date(localMs + days * dayMs).setUTCHours(0, 0, 0, 0);
}

/** Order of the disputes `d` of a payment: one that waits for our answer, then one that is open; the oldest of these first. */
export const currentFirst = `d.status = 'awaiting_merchant' AND d.answer IS NULL DESC, d.status = 'resolved', d.opened_at, d.id`;

/** Returns the dispute of a payment that operators see and answer; undefined for a payment without one. */
export function findCurrentDispute(client: Client, paymentId: string): Promise<Dispute | undefined> {
  const current = `SELECT d.id FROM disputes d WHERE d.payment_id = $1 ORDER BY ${currentFirst} LIMIT 1`;
  return findRow(client, DisputeEntity, `r.id = (${current})`, [paymentId]);
}

/** SQL: `sent` where the evidence is stored that the dispute `d` is fought with, `draft` while it may be fought, otherwise null. */
export const evidenceSql = `CASE WHEN EXISTS (SELECT FROM dispute_evidence e WHERE e.dispute_id = d.id) THEN 'sent'
  WHEN d.status = 'awaiting_merchant' AND d.answer IS DISTINCT FROM 'accept' THEN 'draft' END`;

/** Returns whether a payment for the request is disputed, so that its course must not be bought now. */
export function isFrozen(client: SqlClient, requestId: string): Promise<boolean> {
  return hasRow(
    client,
    `SELECT 1 FROM disputes d JOIN payments p ON p.id = d.payment_id
     WHERE p.request_id = $1 AND d.status <> 'resolved' LIMIT 1`,
    [requestId],
  );
}

/**
 * SQL: whether the dispute `d` takes its amount of its payment: it is lost or accepted, also when the answer is not sent yet or
 * waits for a second operator.
 */
export const takesMoneySql = `(d.outcome IS DISTINCT FROM 'won' AND (d.outcome IS NOT NULL OR d.answer = 'accept' OR EXISTS (
  SELECT 1 FROM pending_approvals a WHERE a.action = 'dispute.accept' AND a.subject = 'dispute:' || d.id)))`;

/** Returns what disputes take of a payment, in minor units. `exceptId` is a dispute that is not counted. */
export async function findDisputedMinor(
  client: SqlClient,
  paymentId: string,
  exceptId: string | null = null,
): Promise<number> {
  const disputed = await row<{ minor: number }>(
    client,
    `SELECT coalesce(sum(d.amount_minor), 0)::float8 AS minor FROM disputes d
     WHERE d.payment_id = $1 AND d.id IS DISTINCT FROM $2::uuid AND ${takesMoneySql}`,
    [paymentId, exceptId],
  );
  return disputed?.minor ?? 0;
}

/**
 * SQL: what is left of the payment `p`, as {@link findLeftMinor}; the parameters are SQL of the ids that are not counted.
 */
export const leftMinorSql = (exceptRefundId: string, exceptDisputeId: string): string =>
  `greatest(0, coalesce(p.captured_minor, 0) - (SELECT coalesce(sum(f.amount_minor), 0) FROM refunds f
     WHERE f.payment_id = p.id AND f.status <> 'failed' AND f.id IS DISTINCT FROM ${exceptRefundId})
   - (SELECT coalesce(sum(d.amount_minor), 0) FROM disputes d
     WHERE d.payment_id = p.id AND d.id IS DISTINCT FROM ${exceptDisputeId} AND ${takesMoneySql}))::float8`;

/**
 * Returns what is left of a payment in minor units, after refunds that are processed or under way and what disputes take.
 * `except` are a refund and a dispute that are not counted.
 */
export async function findLeftMinor(
  client: SqlClient,
  { id }: Pick<Payment, 'id'>,
  { refundId = null, disputeId = null }: { refundId?: string | null; disputeId?: string | null } = {},
): Promise<number> {
  const text = `SELECT ${leftMinorSql('$2::uuid', '$3::uuid')} AS minor FROM payments p WHERE p.id = $1`;
  const left = await row<{ minor: number }>(client, text, [id, refundId, disputeId]);
  return left?.minor ?? 0;
}

/** Returns what accepting a dispute gives back, in minor units: the disputed amount, at most what is left of the payment. */
export async function findAcceptableMinor(
  client: SqlClient,
  { id, paymentId, amountMinor }: Pick<Dispute, 'id' | 'paymentId' | 'amountMinor'>,
): Promise<number> {
  return Math.min(amountMinor, await findLeftMinor(client, { id: paymentId }, { disputeId: id }));
}

/** Mails operators, once, about each unanswered dispute of which half of the time is over. Returns their number. */
export async function remindOfDisputes(manager: EntityManager): Promise<number> {
  const due = await updateReturning(manager, DisputeEntity, {
    change: 'reminded_at = now()',
    condition: `r.status = 'awaiting_merchant' AND r.answer IS NULL AND r.reminded_at IS NULL
      AND now() >= r.opened_at + (r.due_at - r.opened_at) / 2`,
  });
  for (const { id } of due)
    await enqueue(manager, mailOperatorsJob, { kind: 'dispute', mail: 'dispute-waiting', id, revision: 1 });
  return due.length;
}
