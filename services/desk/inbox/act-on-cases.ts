import type { EntityManager } from 'typeorm';
import type { actOnCases as contract } from '#contracts/desk/desk-inbox.ts';
import type { Received } from '#contracts/endpoint.ts';
import { claimCase } from '#services/cases/case-ownership.ts';
import { CaseEntity } from '#services/cases/cases.entity.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { invalidField } from '#services/platform/errors.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { refusalOf } from '../actions/case-action.ts';
import { findOperators } from '../approvals/find-approvals.ts';
import { assignTo } from '../cases/assign-to.ts';
import { closeDuplicate } from '../cases/close-duplicate.ts';

const doneNames = { claim: 'claimed', assign: 'assigned', close_duplicates: 'closed' } as const;

/**
 * Does one act on several cases, each in its own transaction, in the order in which they were sent. A case that rejects it does not
 * keep the others from it, and a repetition changes nothing. Operators who are no leads assign only their own cases.
 * @throws HttpError 422 without an owner to assign to, or without a reason that the act needs.
 */
export const actOnCases: Handler<typeof contract> = async ({ body, caller }, { db }) => {
  const act = actOf(body, caller);
  if (body.original && !(await db.getRepository(CaseEntity).existsBy({ id: body.original })))
    throw invalidField('original', 'There is no such case.');
  const ids = [...new Set(body.ids)];
  const results: { id: string; problem: string | null }[] = [];
  for (const id of ids) {
    // Other errors end the call, which can be repeated.
    const problem = await refusalOf(() => inTransaction(db, (manager) => act(manager, id)));
    results.push({ id, problem: problem ?? null });
  }
  const done = results.filter(({ problem }) => problem === null).length;
  const count = done === ids.length ? done : `${done} of ${ids.length}`;
  const message = `${count} ${ids.length === 1 ? 'case' : 'cases'} ${doneNames[body.act]}.`;
  return { message, data: { results } };
};

type Act = (manager: EntityManager, caseId: string) => Promise<unknown>;

function actOf(
  { act, to, original, reason = '' }: Received<typeof contract>['body'],
  { id: operatorId, isLead }: Caller,
): Act {
  if (act === 'claim')
    return async (manager, caseId) =>
      claimCase(manager, { caseId, operatorId, operators: await findOperators(manager) });
  if (act === 'assign') {
    if (!to) throw invalidField('to', 'Please choose an operator.');
    if (!reason) throw invalidField('reason', 'Please give a reason.');
    return (manager, caseId) => assignTo(manager, { caseId, operatorId, to, reason, isOwn: !isLead });
  }
  if (!original && !reason)
    throw invalidField('reason', 'Please choose the case that they repeat, or give a reason.');
  return (manager, caseId) => closeDuplicate(manager, { caseId, operatorId, original, reason });
}
