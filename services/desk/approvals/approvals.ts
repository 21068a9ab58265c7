import type { EntityManager } from 'typeorm';
import type * as contracts from '#contracts/desk/desk-approvals.ts';
import { approvalKindNames } from '#contracts/desk/desk-words.ts';
import { rejectUnlessApprover } from '#services/cases/approval.ts';
import { recordAct } from '#services/cases/audit-log.ts';
import { lockOpenCase } from '#services/cases/case-ownership.ts';
import { PendingApprovalEntity } from '#services/cases/cases.entity.ts';
import { closeCase } from '#services/cases/close-case.ts';
import type { Handler } from '#services/deps.ts';
import type { Config } from '#services/platform/config.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, invalidField, notFound } from '#services/platform/errors.ts';
import { declineOverrun } from '#services/purchases/buy-purchase.ts';
import { withdrawRefund } from '#services/refunds/request-refund.ts';
import type { ActionContext } from '../actions/case-action.ts';
import { changedText } from '../actions/changed-text.ts';
import { findActionContext } from '../actions/registry.ts';
import { lockSubject } from '../cases/find-subject.ts';
import { approvingActionOf } from './approving-actions.ts';
import { findApproval, findApprovalRule, findApprovals, type WaitingApproval } from './find-approvals.ts';
import { presentApproval } from './present-approval.ts';

/** Returns what waits for the approval of an operator, oldest first. */
export const listApprovals: Handler<typeof contracts.listApprovals> = async (
  { query, caller },
  { config, db },
) => {
  const rule = await findApprovalRule(db, config);
  const { approvals, total } = await findApprovals(db, { limit: query.limit });
  const shown = approvals.map((approval) => presentApproval(rule, approval, caller.id));
  const data = { approvals: shown, total, hasFourEyes: config.hasFourEyes };
  return { message: 'What waits for approval.', data };
};

/**
 * Approves an act, which does it; its case may belong to any operator.
 * @throws HttpError 404 when it does not wait any more; 409 for the operator who asked for it, without being one of those who may
 * approve the amount, or when the case has changed; 422 where the approval needs a reason.
 */
export const approveApproval: Handler<typeof contracts.approveApproval> = async (
  { params, body, caller },
  deps,
) => {
  const label = await inTransaction(deps.db, async (manager) => {
    const { approval, context } = await lockApproval(manager, params.id, caller, deps.config);
    const action = approvingActionOf(approval);
    // Acts about money say by themselves who approves the amount that is left.
    if (approval.amountMinor === null) rejectUnlessApprover(context.approval, approval, caller.id);
    if (!action.appliesTo(context)) throw conflict(changedText(context));
    const obstacle = await action.obstacle?.(context, manager);
    if (obstacle) throw conflict(obstacle);
    const reason = body.reason?.trim() ?? '';
    if (!reason && action.fields.some(({ isRequired }) => isRequired))
      throw invalidField('reason', 'Please give a reason.');
    const detail = await action.run(manager, context, { reason }, deps);
    // The action decides about the present subject of the case, such as the dispute that has to be answered first.
    if (await findApproval(manager, params.id)) throw conflict(changedText(context));
    const isRecorded = approval.kind === 'suspend' || approval.kind === 'restore';
    const act = { caseId: approval.caseId, actorId: caller.id, act: action.name, detail: reason || detail };
    if (!isRecorded) await recordAct(manager, act);
    return action.label;
  });
  return { message: `Done: ${label}.` };
};

/**
 * Declines an act; its case may belong to any operator. The operator who asked for the act withdraws it in this way.
 * @throws HttpError 404 when it does not wait any more; 409 for money that is owed to its payer.
 */
export const declineApproval: Handler<typeof contracts.declineApproval> = async (
  { params, body, caller },
  deps,
) => {
  await inTransaction(deps.db, async (manager) => {
    const { approval } = await lockApproval(manager, params.id, caller, deps.config);
    const { caseId } = approval;
    const decision = { operatorId: caller.id, reason: body.reason };
    await decline(manager, approval, decision);
    await recordAct(manager, {
      caseId,
      actorId: caller.id,
      act: 'declined',
      detail: `${approvalKindNames[approval.kind]}: ${body.reason}`,
    });
    if (approval.kind === 'suspend' || approval.kind === 'restore')
      await closeCase(
        manager,
        { id: caseId },
        { outcome: 'declined', reason: body.reason, actorId: caller.id },
      );
  });
  return { message: 'It is declined, and the reason is in the history of its case.' };
};

async function decline(
  manager: EntityManager,
  { id, kind, caseId, purchaseId, paymentId }: WaitingApproval,
  decision: { operatorId: string; reason: string },
): Promise<void> {
  if (kind === 'refund' && paymentId) await withdrawRefund(manager, { refundId: id, ...decision });
  else if (kind === 'higher_price' && purchaseId) await declineOverrun(manager, { purchaseId, ...decision });
  else await manager.delete(PendingApprovalEntity, { id, caseId });
}

/**
 * Returns an act that waits for approval, with the row locks of its subject and its case.
 * @throws HttpError 404 when it does not wait any more, 409 when it was decided in this moment.
 */
async function lockApproval(
  manager: EntityManager,
  id: string,
  operator: { id: string },
  config: Config,
): Promise<{ approval: WaitingApproval; context: ActionContext }> {
  const known = await findApproval(manager, id);
  if (!known) throw notFound('This does not wait for approval: it was decided or withdrawn already.');
  await lockSubject(manager, known.caseId);
  const openCase = await lockOpenCase(manager, known.caseId);
  const approval = await findApproval(manager, id);
  if (!approval) throw conflict('Another operator has just decided this.');
  return { approval, context: await findActionContext(manager, openCase, operator, config) };
}
