import type { EntityManager } from 'typeorm';
import type * as contracts from '#contracts/purchases/not-received.ts';
import { addressHash } from '#services/accounts/preferences/mail-topics.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { resumeCase } from '#services/cases/case-waiting.ts';
import { openCase } from '#services/cases/open-case.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, invalid } from '#services/platform/errors.ts';
import { links } from '#services/platform/tokens/links.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { purchaseCase } from './end-purchase.ts';
import { PurchaseEntity } from './purchase.entity.ts';
import { lockOwnPurchaseOf } from './redeem-course.ts';

const thanks = { message: 'Thank you for telling us. We look into it and write to you.' };

/**
 * Records that the learner's course did not arrive although it was handed over, and returns its case to the operators. Again
 * changes nothing until it is handed over once more. @throws HttpError 404, or 409 while there is nothing that could have arrived.
 */
export const reportNotReceived: Handler<typeof contracts.reportNotReceived> = async (
  { params, caller },
  { db },
) => {
  await inTransaction(db, (manager) => report(manager, params.id, caller.id));
  return thanks;
};

/** The same with the link of a mail. @throws HttpError 422 for a wrong link, otherwise as above. */
export const reportNotReceivedByLink: Handler<typeof contracts.reportNotReceivedByLink> = async (
  { body },
  { config, db },
) => {
  const link = await links.notReceived.verify(body.token, config);
  const purchase = link && (await db.getRepository(PurchaseEntity).findOneBy({ id: link.sub }));
  const request =
    purchase && (await db.getRepository(HelpRequestEntity).findOneBy({ id: purchase.requestId }));
  const learner = request && (await db.getRepository(UserEntity).findOneBy({ id: request.learnerId }));
  if (!learner || addressHash(learner.email) !== link.to)
    throw invalid('This link does not work any more. Please tell us on your dashboard.');
  await inTransaction(db, (manager) => report(manager, request.id, learner.id, purchase.id));
  return thanks;
};

const detail = 'The learner says that the course did not arrive.';

/** `purchaseId` is the purchase that the learner means; by default that of the current payment. */
async function report(manager: EntityManager, requestId: string, learnerId: string, purchaseId?: string) {
  const { request, purchase } = await lockOwnPurchaseOf(manager, requestId, learnerId);
  const isMeant = purchaseId === undefined || purchaseId === purchase.id;
  if (purchase.status === 'redeemed') throw conflict('You are enrolled in this course already.');
  if (!isMeant || purchase.status !== 'handed_over' || request.status !== 'paid')
    throw conflict('This course is not handed over to you now. We write to you when it is.');
  if (purchase.notReceivedAt) return;
  await manager.update(PurchaseEntity, purchase.id, { notReceivedAt: () => 'now()' });
  await recordAudit(manager, 'purchase.not_received', purchase.id, detail, learnerId);
  const about = purchaseCase(purchase.id);
  // The case may have been released while it waited for the learner.
  if (!(await resumeCase(manager, about, { detail }))) await openCase(manager, { ...about, summary: detail });
  publishChange(manager, learnerId);
}
