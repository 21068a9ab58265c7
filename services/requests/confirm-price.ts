import type { EntityManager } from 'typeorm';
import type * as contracts from '#contracts/requests/prices.ts';
import { addressHash } from '#services/accounts/preferences/mail-topics.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, invalid } from '#services/platform/errors.ts';
import { links } from '#services/platform/tokens/links.ts';
import { lockOwnRequest, publishRequestChange } from './change-request.ts';
import { confirmedNow } from './prices.ts';
import { HelpRequestEntity } from './request.entity.ts';

const thanks = { message: 'Thank you. Sponsors see this price.' };

/** Confirms the price of the learner's own open request; again changes nothing. @throws HttpError 404 or 409. */
export const confirmPrice: Handler<typeof contracts.confirmPrice> = async ({ params, caller }, { db }) => {
  await inTransaction(db, (manager) => confirm(manager, params.id, caller.id));
  return thanks;
};

/** The same with the link of a mail. @throws HttpError 422 for a wrong link, 409 when the price changed since. */
export const confirmPriceByLink: Handler<typeof contracts.confirmPriceByLink> = async (
  { body },
  { config, db },
) => {
  const link = await links.price.verify(body.token, config);
  const request = link && (await db.getRepository(HelpRequestEntity).findOneBy({ id: link.sub }));
  const learner = request && (await db.getRepository(UserEntity).findOneBy({ id: request.learnerId }));
  if (!learner || addressHash(learner.email) !== link.to)
    throw invalid('This link does not work any more. Please confirm the price on your dashboard.');
  await inTransaction(db, (manager) => confirm(manager, request.id, learner.id, link.terms));
  return thanks;
};

async function confirm(manager: EntityManager, requestId: string, learnerId: string, terms?: number) {
  const request = await lockOwnRequest(manager, requestId, learnerId);
  if (terms !== undefined && terms !== request.terms)
    throw conflict('You have changed this request since we asked. Its price counts as confirmed.');
  await manager.update(HelpRequestEntity, request.id, confirmedNow);
  await publishRequestChange(manager, request);
}
