import { type EntityManager, In } from 'typeorm';
import type { Charge } from '#contracts/money.ts';
import type { Config } from '#services/platform/config.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import { type Payment, PaymentEntity } from './payment.entity.ts';
import { pageLeftMs } from './payment-page.ts';

/** Time that a call to the provider needs beyond its time limit, to be stored. */
const storingMs = 2_000;

/**
 * Returns the payment that its payer can still make: its page is open, also after a declined card, and its amount
 * and terms are today's. One whose page has closed is abandoned; money that arrives for it later is still settled.
 */
export async function findOpenPayment(
  manager: EntityManager,
  wanted: {
    request: HelpRequest;
    charge: Charge;
    payerId: string;
    now: Date;
    config: Pick<Config, 'payment'>;
  },
): Promise<Payment | undefined> {
  const { request, charge, payerId, now, config } = wanted;
  const latest = await manager.findOne(PaymentEntity, {
    where: { requestId: request.id, payerId, status: In(['initiating', 'pending', 'failed']) },
    order: { createdAt: 'DESC' },
  });
  if (!latest) return undefined;
  const isSame = latest.terms === request.terms && latest.amountMinor === charge.totalMinor;
  if (isSame && pageLeftMs(latest, now) > 0) return latest;
  if (latest.status === 'failed') return undefined;
  const ageMs = now.getTime() - latest.createdAt.getTime();
  // Older than the longest provider call means that its process died. Its reference is never sent again, but it is
  // still polled, because the provider may know it.
  const isBeingStarted = latest.status === 'initiating' && ageMs <= config.payment.timeoutMs + storingMs;
  if (isBeingStarted) return latest;
  await manager.update(PaymentEntity, latest.id, { status: 'abandoned' });
  return undefined;
}
