import type { EntityManager } from 'typeorm';
import { lockRow } from '#services/platform/database/sql.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type Payment, PaymentEntity } from './payment.entity.ts';

/**
 * Locks a payment and its request. Everything that locks more than one row about a payment, such as its cases, purchase,
 * refunds and ledger accounts, locks the request first, so that none of it can deadlock.
 * @throws Error when there is no such payment.
 */
export async function lockPayment(
  manager: EntityManager,
  paymentId: string,
): Promise<{ payment: Payment; request: HelpRequest }> {
  const { requestId } = await manager.findOneByOrFail(PaymentEntity, { id: paymentId });
  const request = await lockRow(manager, HelpRequestEntity, { id: requestId });
  const payment = await lockRow(manager, PaymentEntity, { id: paymentId });
  if (!request || !payment) throw new Error(`Payment ${paymentId} was deleted`);
  return { payment, request };
}
