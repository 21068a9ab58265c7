import type { EntityManager } from 'typeorm';
import type { Charge } from '#contracts/money.ts';
import type { Config } from '#services/platform/config.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type Payment, PaymentEntity } from './payment.entity.ts';
import { pollPayment } from './payments.jobs.ts';

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
