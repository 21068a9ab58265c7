import type * as contracts from '#contracts/safety/appeals.ts';
import { expectedDaySentence, findExpectedTime } from '#services/cases/expected-time.ts';
import { openCase } from '#services/cases/open-case.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { insertOnce } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict } from '#services/platform/errors.ts';
import { AppealEntity } from './appeal.entity.ts';
import { findAppealed } from './find-appealed.ts';

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
 * Stores the appeal against a decision and opens its case, which the operator who decided may not claim.
 * @throws HttpError 401, 404 or 422 for an unknown decision; 409 when it was appealed before or no longer applies.
 */
export const submitAppeal: Handler<typeof contracts.submitAppeal> = ({ body, caller }, { db, config }) =>
  inTransaction(db, async (manager) => {
    const { subject, userId, key, decidedBy, isStanding } = await findAppealed(manager, body, caller, config);
    if (!isStanding) throw conflict('This decision does not apply any more, so there is nothing to appeal.');
    if (!(await insertOnce(manager, AppealEntity, { ...key, text: body.text })))
      throw conflict('You have appealed already. A decision can be appealed once.');
    const [excludedId = null] = decidedBy;
    const isAccount = subject.type === 'user';
    const summary = isAccount ? 'An appeal against a suspension.' : 'An appeal against a rejected request.';
    await openCase(manager, { kind: 'appeal', subject, summary, excludedId });
    publishChange(manager, userId);
    const expected = await findExpectedTime(manager, { kind: 'appeal', subject });
    return {
      message: `Thank you. Another operator looks at your appeal, and we mail you the answer.${expectedDaySentence(expected)}`,
    };
  });
