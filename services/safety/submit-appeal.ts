import type { EntityManager } from 'typeorm';
import * as z from 'zod/mini';
import type * as contracts from '#contracts/safety/appeals.ts';
import { expectedDaySentence, findExpectedTime, openCase } from '#services/cases/open-case.ts';
import type { Handler } from '#services/deps.ts';
import type { Config } from '#services/platform/config.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { insertOnce } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, invalidField, notFound, unauthenticated } from '#services/platform/errors.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { links } from '#services/platform/tokens/links.ts';
import { type AppealedDecision, findRejection, ofSuspension } from './appeals.ts';
import { AppealEntity, SuspensionEntity } from './safety.entity.ts';

/** Returns a decision that the caller can appeal, and the appeal. Changes nothing, because mail scanners open links. */
export const readAppeal: Handler<typeof contracts.readAppeal> = async ({ query, caller }, { db, config }) => {
  const decision = await findAppealed(db.manager, query, caller, config);
  const appeal = await db.manager.findOneBy(AppealEntity, decision.key);
  const { subject, courseTitle, reason } = decision;
  const isOpen = appeal !== null && appeal.outcome === null;
  return {
    message: 'The decision',
    data: {
      about: subject.type === 'user' ? ('account' as const) : ('request' as const),
      courseTitle,
      reason,
      appeal: appeal ? (appeal.outcome ?? 'open') : null,
      answer: appeal?.answer ?? null,
      expectedAt:
        (isOpen && (await findExpectedTime(db, { kind: 'appeal', subject }))?.toISOString()) || null,
    },
  };
};

/**
 * Stores the appeal against a decision and opens its case, which neither the operator who asked for the decision nor the one who
 * approved it may own.
 * @throws HttpError 401, 404 or 422 for an unknown decision; 409 when it was appealed before or no longer applies.
 */
export const submitAppeal: Handler<typeof contracts.submitAppeal> = ({ body, caller }, { db, config }) =>
  inTransaction(db, async (manager) => {
    const { subject, userId, key, askedById, approvedById, isStanding } = await findAppealed(
      manager,
      body,
      caller,
      config,
    );
    if (!isStanding) throw conflict('This decision does not apply any more, so there is nothing to appeal.');
    if (!(await insertOnce(manager, AppealEntity, { ...key, text: body.text })))
      throw conflict('You have appealed already. A decision can be appealed once.');
    const isAccount = subject.type === 'user';
    const summary = isAccount ? 'An appeal against a suspension.' : 'An appeal against a rejected request.';
    const excluded = { excludedId: askedById, excludedApproverId: approvedById };
    await openCase(manager, { kind: 'appeal', subject, summary, ...excluded });
    publishChange(manager, userId);
    const expected = await findExpectedTime(manager, { kind: 'appeal', subject });
    return {
      message: `Thank you. Another operator looks at your appeal, and we mail you the answer.${expectedDaySentence(expected)}`,
    };
  });

/**
 * Returns the decision that a call names: by the token of the mail about a suspension, or by the id of the caller's
 * request. @throws HttpError 401, 404 or 422.
 */
async function findAppealed(
  manager: EntityManager,
  { token, request }: { token?: string | undefined; request?: string | undefined },
  caller: Caller | undefined,
  config: Config,
): Promise<AppealedDecision> {
  if (token) {
    const id = (await links.appeal.verify(token, config))?.sub;
    const suspension = id && (await manager.findOneBy(SuspensionEntity, { id }));
    if (!suspension)
      throw invalidField('token', 'This link does not work. Please open it from the mail again.');
    return ofSuspension(suspension);
  }
  if (!caller) throw unauthenticated('Please sign in, or open the link of the mail again.');
  const rejection =
    z.uuid().safeParse(request).success && request ? await findRejection(manager, request) : undefined;
  if (rejection?.userId !== caller.id) throw notFound('There is no decision to appeal.');
  return rejection;
}
