import { type EntityManager, In } from 'typeorm';
import { limits } from '#contracts/limits.ts';
import type { Charge } from '#contracts/money.ts';
import type { Config } from '#services/platform/config.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type Payment, PaymentEntity } from './payment.entity.ts';
import { pollPayment } from './payments.jobs.ts';

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

/** A payment to make: what it is for, who pays it, and the amounts. */
export interface NewPayment
  extends Pick<Payment, 'requestId' | 'sponsorshipId' | 'payerId' | 'currency' | 'terms'> {
  charge: Charge;
  /** The price question that it answers; absent for the payment of a request. */
  priceChoiceId?: string;
}

/** Stores a payment with its own reference and enqueues its first verification, before the provider is called. */
export async function createPayment(
  manager: EntityManager,
  { charge, ...wanted }: NewPayment,
  { payment: { pollDelaysMs } }: Config,
): Promise<Payment> {
  const payment = manager.create(PaymentEntity, {
    ...wanted,
    reference: `pay-${crypto.randomUUID()}`,
    priceMinor: charge.priceMinor,
    feeMinor: charge.feeMinor,
    amountMinor: charge.totalMinor,
    status: 'initiating',
  });
  await manager.insert(PaymentEntity, payment);
  const [delayMs = 0] = pollDelaysMs;
  await enqueue(manager, pollPayment, { reference: payment.reference, round: 0 }, { delayMs });
  return payment;
}

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

/** Returns the remaining time of the provider's payment page in milliseconds; 0 when it is closed or was never open. */
export function pageLeftMs({ status, openedAt }: Pick<Payment, 'status' | 'openedAt'>, now: Date): number {
  if (!openedAt || (status !== 'pending' && status !== 'failed')) return 0;
  return Math.max(0, openedAt.getTime() + limits.paymentSessionMs - now.getTime());
}

/** The NOTIFY channel that wakes callers who wait for a verification. */
export const PAYMENTS_CHANNEL = 'payments';

/** How the references of sample payments begin. */
export const samplePrefix = 'sample-';

/** Returns the reference of the sample payment of a request; only the local payment provider can know it. */
export function sampleReference(requestId: string): string {
  return `${samplePrefix}${requestId}`;
}

/** Returns whether a reference is one of the sample data. */
export function isSampleReference(reference: string): boolean {
  return reference.startsWith(samplePrefix);
}
