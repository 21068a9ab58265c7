import type { EntityManager } from 'typeorm';
import type { getSponsorship as contract, MeetingResponse } from '#contracts/funding/sponsorships.ts';
import type { Brand } from '#contracts/site/brand.ts';
import { type User, UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { findMeeting } from '#services/meetings/meetings.ts';
import { presentMeeting } from '#services/meetings/present-meetings.ts';
import { toPaymentOutcome } from '#services/payments/decide-settlement.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { pageLeftMs } from '#services/payments/payments.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { notFound } from '#services/platform/errors.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import { findVisibleRequest } from '#services/requests/visible-to-sponsor.ts';
import { SponsorshipEntity } from './funding.entity.ts';

// A payment that was started stays readable: its money may be on the way back.
const notWithdrawn = `(r.status <> 'withdrawn'
  OR EXISTS (SELECT 1 FROM payments mine WHERE mine.request_id = r.id AND mine.payer_id = $2))`;

/**
 * Returns the state of a request for a sponsor: meeting, reservation, payment. @throws HttpError 404 for a request
 * that the sponsor may not see, or that was withdrawn and the sponsor never started to pay.
 */
export const getSponsorship: Handler<typeof contract> = async ({ params, caller }, { db, config }) => {
  const { manager } = db;
  const request = await findVisibleRequest(manager, params.id, caller.id, notWithdrawn);
  if (!request) throw notFound('This request is no longer there.');
  const mine = { requestId: request.id, sponsorId: caller.id };
  const sponsorship = await manager.findOneBy(SponsorshipEntity, mine);
  const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
  const now = await databaseNow(manager);
  return {
    message: 'Your sponsorship',
    data: {
      requestId: request.id,
      learnerTimeZone: learner.isMinor ? null : learner.timeZone,
      meeting: await meetingOf(manager, { request, learner, brand: config.brand }, caller.id),
      isAnonymous: sponsorship?.isAnonymous ?? null,
      rest: sponsorship?.wantsRestBack ? 'payer' : 'fund',
      reservation: reservationOf(request, caller.id, now),
      payment: await paymentOf(manager, request.id, caller.id, now),
    },
  };
};

async function meetingOf(
  manager: EntityManager,
  { request, ...about }: { request: HelpRequest; learner: User; brand: Brand },
  sponsorId: string,
): Promise<MeetingResponse | null> {
  const meeting = await findMeeting(manager, request.id, sponsorId);
  if (!meeting || request.status === 'withdrawn') return null;
  return presentMeeting(meeting, { request, ...about });
}

function reservationOf({ status, reservedById, reservedUntil }: HelpRequest, sponsorId: string, now: Date) {
  const leftMs = (reservedUntil?.getTime() ?? 0) - now.getTime();
  if (status !== 'reserved' || leftMs <= 0) return null;
  return { isMine: reservedById === sponsorId, leftMs };
}

async function paymentOf(manager: EntityManager, requestId: string, payerId: string, now: Date) {
  const payment = await manager.findOne(PaymentEntity, {
    where: { requestId, payerId },
    order: { createdAt: 'DESC' },
  });
  if (!payment) return null;
  const { reference, status } = payment;
  return {
    reference,
    status: toPaymentOutcome(status).outcome,
    isRefundDue: status === 'refund_due',
    pageLeftMs: pageLeftMs(payment, now),
  };
}
