import type { EntityManager } from 'typeorm';
import { minuteMs } from '#contracts/durations.ts';
import { hasTakenPlace } from '#contracts/meetings/meeting-status.ts';
import { type Charge, chargeFor, formatMinor } from '#contracts/money.ts';
import type { initiatePayment as contract } from '#contracts/payments/payments.ts';
import type { Handler } from '#services/deps.ts';
import { upsertSponsorship } from '#services/funding/upsert-sponsorship.ts';
import { findMeeting } from '#services/meetings/meetings.ts';
import { openPaymentPage, type ReservedPayment } from '#services/payments/open-payment-page.ts';
import { createPayment, findOpenPayment } from '#services/payments/payments.ts';
import { enforceReservationLimits } from '#services/payments/reservation-limits.ts';
import { termsChanged } from '#services/payments/start-transaction.ts';
import type { Config } from '#services/platform/config.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, invalid } from '#services/platform/errors.ts';
import type { Call } from '#services/platform/http/route.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import { lockOpenRequest } from '#services/requests/visible-to-sponsor.ts';

/**
 * Reserves a request for a sponsor and starts the transaction at the provider. Idempotent: a second call for the same
 * request, such as a double click, returns the same transaction.
 */
export const initiatePayment: Handler<typeof contract> = async ({ body, caller }, deps) => {
  const reserved = await inTransaction(deps.db, (manager) =>
    reservePayment(manager, body, caller.id, deps.config),
  );
  return openPaymentPage(reserved, body.description, deps);
};

type PaymentInput = Call<typeof contract>['body'];

const knownFromMeeting = {
  ahead:
    'You are meeting this learner, who knows your name from the invitation. Please pay with your name, or cancel the meeting first.',
  over: 'You have met this learner, who knows your name from the invitation. Please pay with your name.',
};
const noInvoice =
  'The learner has not uploaded the invoice of the school yet. Nothing was charged; please come back later.';
const oldPrice =
  'The learner has not confirmed for a while that the price is still right. Nothing was charged; we have asked, so please come back later.';
const toleranceMinor = 1;

/**
 * Checks the input against our own amounts, reserves the request for the sponsor, and stores the payment and its
 * polling job before the provider is called.
 * @internal For its test.
 */
export async function reservePayment(
  manager: EntityManager,
  input: PaymentInput,
  sponsorId: string,
  config: Config,
): Promise<ReservedPayment> {
  const request = await lockOpenRequest(manager, input.requestID, sponsorId);
  if (request.needsInvoice) throw conflict(noInvoice);
  if (request.needsPrice) throw conflict(oldPrice);
  if (input.terms !== undefined && input.terms !== request.terms) throw conflict(termsChanged);
  const charge = chargeFor(request.priceMinor, config.payment.serviceFeeBasisPoints);
  checkAmount(input, request, charge, config);
  const now = await databaseNow(manager);
  rejectWhileReserved(request, sponsorId, now);

  const meeting = await findMeeting(manager, request.id, sponsorId);
  if (meeting && input.isAnonymous) {
    throw conflict(knownFromMeeting[hasTakenPlace(meeting, now.getTime()) ? 'over' : 'ahead']);
  }
  const sponsorshipId = await upsertSponsorship(manager, {
    requestId: request.id,
    sponsorId,
    isAnonymous: input.isAnonymous ?? !meeting,
    wantsRestBack: input.rest && input.rest === 'payer',
  });
  const open = await findOpenPayment(manager, { request, charge, payerId: sponsorId, now, config });
  if (!open) {
    await enforceReservationLimits(manager, { requestId: request.id, sponsorId }, config.payment);
  }
  // Starting again does not extend the reservation: it runs from the time the payment page was opened.
  const since = open?.openedAt ?? now;
  await moveRequest(manager, request, {
    to: 'reserved',
    reservedById: sponsorId,
    reservedUntil: new Date(since.getTime() + config.payment.reservationMs),
  });
  publishChange(manager, request.learnerId, sponsorId);
  if (open) return { payment: open, isNew: false };

  const { id: requestId, currency, terms } = request;
  const wanted = { requestId, sponsorshipId, payerId: sponsorId, charge, currency, terms };
  return { payment: await createPayment(manager, wanted, config), isNew: true };
}

function checkAmount(input: PaymentInput, request: HelpRequest, { totalMinor }: Charge, config: Config) {
  const amount = formatMinor(totalMinor, request.currency);
  if (input.currency !== request.currency) {
    throw invalid(`This course is paid in ${request.currency}: the amount is ${amount}.`, {
      currency: `Please pay in ${request.currency}.`,
    });
  }
  if (!config.payment.currencies.includes(request.currency)) {
    throw invalid(`Payments in ${request.currency} are not possible right now.`);
  }
  if (Math.abs(input.amount - totalMinor) > toleranceMinor) {
    throw invalid(`The amount for this course is ${amount} (${totalMinor} in minor units).`, {
      amount: `The right amount is ${totalMinor}.`,
    });
  }
}

function rejectWhileReserved(request: HelpRequest, sponsorId: string, now: Date): void {
  const leftMs = (request.reservedUntil?.getTime() ?? 0) - now.getTime();
  if (request.status !== 'reserved' || request.reservedById === sponsorId || leftMs <= 0) return;
  const minutes = Math.ceil(leftMs / minuteMs);
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  throw conflict(`Another sponsor is completing this payment. Try again in ${wait}.`);
}
