import type { EntityManager } from 'typeorm';
import type { Payment } from '#services/payments/payment.entity.ts';
import { row } from '#services/platform/database/sql.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import { markReversed } from './mark-reversed.ts';

/**
 * Marks a payment and its request when processed refunds and lost disputes have given back all of it. The caller holds
 * both row locks. Returns whether all is given back.
 */
export async function completeReturn(
  manager: EntityManager,
  payment: Payment,
  request: HelpRequest,
): Promise<boolean> {
  const returned = await row<{ minor: number }>(
    manager,
    `SELECT ((SELECT coalesce(sum(amount_minor), 0) FROM refunds WHERE payment_id = $1 AND status = 'processed')
       + (SELECT coalesce(sum(amount_minor), 0) FROM disputes WHERE payment_id = $1 AND outcome IN ('lost', 'accepted'))
     )::float8 AS minor`,
    [payment.id],
  );
  if ((returned?.minor ?? 0) < (payment.capturedMinor ?? payment.amountMinor)) return false;
  await markReversed(manager, payment, request);
  return true;
}
