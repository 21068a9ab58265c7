import type { EntityManager } from 'typeorm';
import {
  type sendThankYou as contract,
  type ThankYouStage,
  thankYouStages,
} from '#contracts/thanks/thanks.ts';
import { hasContactData } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { expectedDaySentence, findExpectedTime, openCase } from '#services/cases/open-case.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { lockRow, row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { deliverThankYou } from './decide-thank-you.ts';
import { thankedPayments, thankYouCase } from './find-thank-yous.ts';
import { ThankYouEntity, type ThankYouRow } from './thank-you.entity.ts';

/**
 * Stores a learner's words to the sponsor who paid, once for each stage that the request has reached, and delivers them. An operator
 * reads them first when they contain contact data, when the learner is under 18, and when others were declined at this stage. The same
 * words again change nothing.
 * @throws HttpError 404 for a request that is not the caller's; 409 without a sponsor to thank, or after other words at this stage.
 */
export const sendThankYou: Handler<typeof contract> = ({ params, body, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    const request = await lockRow(manager, HelpRequestEntity, { id: params.id, learnerId: caller.id });
    if (!request) throw notFound('This request is no longer there.');
    const sponsorId = await findThanked(manager, request, body.stage);
    const earlier = await manager.findOneBy(ThankYouEntity, { requestId: request.id, stage: body.stage });
    const isNew = !earlier || earlier.status === 'declined';
    if (!isNew && earlier.text !== body.text)
      throw conflict('You have thanked your sponsor at this step already, and these words stay.');
    if (isNew) await store(manager, { requestId: request.id, sponsorId, ...body }, { request, earlier });
    const { id, status } = await manager.findOneByOrFail(ThankYouEntity, {
      requestId: request.id,
      stage: body.stage,
    });
    if (status !== 'held') return { message: 'Sent. Your sponsor can read it now.' };
    const expected = await findExpectedTime(manager, thankYouCase(id));
    return { message: `Thank you. An operator reads it first.${expectedDaySentence(expected)}` };
  });

/** Returns the id of the sponsor whom a learner can thank at a stage. @throws HttpError 409 when there is none. */
async function findThanked(
  manager: EntityManager,
  request: HelpRequest,
  stage: ThankYouStage,
): Promise<string> {
  const stages: readonly string[] = thankYouStages;
  const hasReached = stages.indexOf(request.status) >= stages.indexOf(stage);
  const sponsor =
    hasReached &&
    (await row<{ id: string }>(
      manager,
      `SELECT p.payer_id AS id FROM ${thankedPayments} WHERE p.request_id = $1 LIMIT 1`,
      [request.id],
    ));
  if (!sponsor) throw conflict('There is no sponsor to thank for this request now.');
  return sponsor.id;
}

async function store(
  manager: EntityManager,
  words: Pick<ThankYouRow, 'requestId' | 'sponsorId' | 'stage' | 'text'>,
  { request, earlier }: { request: HelpRequest; earlier: ThankYouRow | null },
): Promise<void> {
  // A row of its own: the case and the mail about the declined words have its id.
  if (earlier) await manager.delete(ThankYouEntity, earlier.id);
  const { isMinor } = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
  const thankYou = manager.create(ThankYouEntity, words);
  await manager.insert(ThankYouEntity, thankYou);
  if (!earlier && !isMinor && !hasContactData(words.text)) return deliverThankYou(manager, thankYou.id);
  await openCase(manager, {
    ...thankYouCase(thankYou.id),
    summary: 'A thank-you to a sponsor waits to be read.',
  });
  publishChange(manager, request.learnerId);
}
