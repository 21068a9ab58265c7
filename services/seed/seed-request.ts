import type { EntityManager } from 'typeorm';
import { dayMs, minuteMs } from '#contracts/durations.ts';
import { chargeFor, defaultServiceFeeBasisPoints, toMinor } from '#contracts/money.ts';
import { isPaid } from '#contracts/requests/request-status.ts';
import { deliveryNames } from '#contracts/requests/request-views.ts';
import { EnrolmentEntity } from '#services/enrolments/enrolment.entity.ts';
import { type Sponsorship, SponsorshipEntity } from '#services/funding/funding.entity.ts';
import { requestAccount } from '#services/ledger/postings.ts';
import { recordCapture } from '#services/ledger/record-transaction.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { sampleReference } from '#services/payments/payments.ts';
import { nextReceiptNumber } from '#services/payments/receipts.ts';
import type { Config } from '#services/platform/config.ts';
import { encryptPassword } from '#services/requests/encrypt-password.ts';
import {
  type HelpRequest,
  HelpRequestEntity,
  PlatformLoginEntity,
} from '#services/requests/request.entity.ts';
import { ThankYouEntity } from '#services/thanks/thank-you.entity.ts';
import type { SampleRequest } from './sample-requests.ts';
import { seedDispute, seedOwedRefund, seedProcessedRefund, seedPurchase } from './seed-request-money.ts';

interface SeedContext {
  ids: ReadonlyMap<string, string>;
  number: number;
  config: Pick<Config, 'credentialKeys'>;
}

// An invoice of a school would need a document.
const seededDeliveries = deliveryNames.filter((name) => name !== 'school-invoice');

const reservedForMs = 15 * minuteMs;

/** Inserts one sample request with the rows that its status requires: payment, ledger, sponsorship, enrolment. */
export async function seedRequest(
  manager: EntityManager,
  sample: SampleRequest,
  { ids, number, config }: SeedContext,
): Promise<void> {
  const learnerId = idOf(ids, sample.learner);
  const createdAt = new Date(Date.now() - (number + 1) * dayMs);
  const isReserved = sample.status === 'reserved';
  const hasBeenPaid = isPaid(sample.status) || sample.status === 'refunded';
  const isAtLeast = (status: 'enrolled' | 'completed') =>
    sample.status === status || sample.status === 'completed';
  const delivery = sample.code
    ? 'enrolment-code'
    : (seededDeliveries[number % seededDeliveries.length] ?? 'gift-to-email');
  const request = manager.create(HelpRequestEntity, {
    learnerId,
    courseTitle: sample.courseTitle,
    platform: sample.platform ?? 'Coursera',
    link: sample.link,
    priceMinor: toMinor(sample.price),
    currency: sample.currency,
    duration: sample.duration,
    durationUnit: sample.durationUnit,
    motivation: sample.motivation,
    socials: `https://www.linkedin.com/in/sample-${sample.learner}`,
    delivery,
    accountEmail:
      delivery === 'enrolment-code' || isAtLeast('enrolled') ? null : `${sample.learner}@sample.example`,
    isPublic: true,
    isForVisitors: number % 2 === 0,
    status: sample.status,
    reservedById: isReserved && sample.sponsor ? idOf(ids, sample.sponsor.key) : null,
    reservedUntil: isReserved ? new Date(Date.now() + reservedForMs) : null,
    paidAt: hasBeenPaid ? new Date(createdAt.getTime() + dayMs / 2) : null,
    enrolledAt: isAtLeast('enrolled') ? new Date(Date.now() - dayMs / 4) : null,
    completedAt: isAtLeast('completed') ? new Date() : null,
    isSample: true,
    createdAt,
  });
  await manager.insert(HelpRequestEntity, request);
  if (request.delivery === 'platform-login' && (sample.status === 'pending' || sample.status === 'paid')) {
    const encrypted = encryptPassword('an invented password', request.id, config);
    await manager.insert(PlatformLoginEntity, { requestId: request.id, ...encrypted });
  }
  if ((hasBeenPaid || sample.isRefundDue) && sample.sponsor) {
    const sponsorship = manager.create(SponsorshipEntity, {
      requestId: request.id,
      sponsorId: idOf(ids, sample.sponsor.key),
      isAnonymous: sample.sponsor.isAnonymous,
    });
    await manager.insert(SponsorshipEntity, sponsorship);
    await seedPayment(manager, request, sponsorship, sample, config);
    if (sample.thankYou)
      await manager.insert(ThankYouEntity, {
        ...{ requestId: request.id, sponsorId: sponsorship.sponsorId, stage: 'paid', text: sample.thankYou },
        ...{ status: 'delivered', deliveredAt: new Date() },
      });
  }
}

async function seedPayment(
  manager: EntityManager,
  request: HelpRequest,
  sponsorship: Sponsorship,
  sample: SampleRequest,
  config: SeedContext['config'],
): Promise<void> {
  const { priceMinor, feeMinor, totalMinor } = chargeFor(request.priceMinor, defaultServiceFeeBasisPoints);
  const { currency } = request;
  const settledAt = request.paidAt ?? new Date(request.createdAt.getTime() + dayMs / 2);
  const payment = manager.create(PaymentEntity, {
    reference: sampleReference(request.id),
    requestId: request.id,
    sponsorshipId: sponsorship.id,
    payerId: sponsorship.sponsorId,
    priceMinor,
    feeMinor,
    amountMinor: totalMinor,
    currency,
    status: sample.isRefundDue ? 'refund_due' : request.status === 'refunded' ? 'reversed' : 'approved',
    capturedMinor: totalMinor,
    capturedCurrency: currency,
    settledAt,
    createdAt: new Date(settledAt.getTime() - minuteMs),
  });
  // TypeORM writes the generated id into the object that is passed to `insert`.
  const row = { ...payment, ...(!sample.isRefundDue && { receiptNumber: nextReceiptNumber }) };
  await manager.insert(PaymentEntity, row);
  const account = requestAccount(request.id);
  await recordCapture(manager, { paymentId: row.id, account, capturedMinor: totalMinor, feeMinor, currency });
  if (request.status === 'refunded') await seedProcessedRefund(manager, row);
  if (isPaid(request.status)) await seedPurchase(manager, request, row, sample, config);
  if (sample.isDisputed) await seedDispute(manager, row);
  if (sample.isRefundDue) return seedOwedRefund(manager, row);
  await manager.insert(EnrolmentEntity, {
    userId: request.learnerId,
    requestId: request.id,
    title: request.courseTitle,
    description: `A course on ${request.platform}.`,
    link: request.link,
    ...(request.status === 'completed' && { status: 'completed', completedAt: new Date() }),
  });
}

function idOf(ids: ReadonlyMap<string, string>, key: string): string {
  const id = ids.get(key);
  if (!id) throw new Error(`There is no sample person called ${key}`);
  return id;
}
