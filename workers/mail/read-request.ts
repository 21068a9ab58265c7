import type { EntityManager } from 'typeorm';
import { learnerReading } from '#contracts/dashboard/learner-reading.ts';
import {
  fillSentence,
  type PurchaseFacts,
  type RequestState,
  requestStateOf,
} from '#contracts/dashboard/request-state.ts';
import { findPurchaseSteps } from '#services/purchases/find-purchase-steps.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import { formatDay } from './mail-composer.ts';

/** Returns where a request that was paid stands when a mail about it is composed, and what its learner reads about it. */
export async function readRequest(
  manager: EntityManager,
  request: HelpRequest,
): Promise<{ state: RequestState; sentence: string; purchase: PurchaseFacts | null }> {
  const purchase = (await findPurchaseSteps(manager, [request.id])).get(request.id) ?? null;
  const { status, delivery } = request;
  const facts = { status, delivery, purchase, review: null, isSeen: true, hasMeetingAhead: false };
  const askedUntil = purchase?.payerAskedUntil;
  return {
    state: requestStateOf(facts),
    sentence: fillSentence(learnerReading(facts).sentence, {
      ...(askedUntil && { day: formatDay(new Date(askedUntil)) }),
    }),
    purchase,
  };
}
