import type { ApprovalKind } from '#contracts/cases/cases.ts';
import { rejectUnlessApprover } from '#services/cases/approval.ts';
import { type CaseAction, refusalOf } from '../actions/case-action.ts';
import { findApprovals } from './find-approvals.ts';

/**
 * Returns the obstacle of an action that approves an act of this kind: the operator asked for the act, or may not approve its
 * amount. There is none while the act does not wait.
 * @param asked sentence for the operator who asked for it
 */
export const approvalObstacle =
  (kind: ApprovalKind, asked?: string): NonNullable<CaseAction['obstacle']> =>
  async (context, client) => {
    if (!context.waiting.includes(kind)) return undefined;
    const { approvals } = await findApprovals(client, { caseId: context.case.id });
    const waiting = approvals.find((approval) => approval.kind === kind);
    if (!waiting) return undefined;
    const { approval: rule, operator } = context;
    const act = { ...waiting, amountMinor: waiting.presentMinor };
    return refusalOf(() => rejectUnlessApprover(rule, act, operator.id, asked));
  };
