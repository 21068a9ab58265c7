import type { DataSource, EntityManager } from 'typeorm';
import { findRow } from '#services/platform/database/sql.ts';
import { type Dispute, DisputeEntity } from './dispute.entity.ts';

/** Order of the disputes `d` of a payment: one that waits for our answer, then one that is open; the oldest of these first. */
export const currentFirst = `d.status = 'awaiting_merchant' AND d.answer IS NULL DESC, d.status = 'resolved', d.opened_at, d.id`;

/** Returns the dispute of a payment that operators see and answer; undefined for a payment without one. */
export function findCurrentDispute(
  client: DataSource | EntityManager,
  paymentId: string,
): Promise<Dispute | undefined> {
  const current = `SELECT d.id FROM disputes d WHERE d.payment_id = $1 ORDER BY ${currentFirst} LIMIT 1`;
  return findRow(client, DisputeEntity, `r.id = (${current})`, [paymentId]);
}
