import type { ApprovalView } from '#contracts/desk/desk-approvals.ts';
import { type ApprovalRule, describeApprovers, mayApprove } from '#services/cases/approval.ts';
import { divideReturn } from '#services/ledger/captured-money.ts';
import { isoTimes } from '#services/platform/iso-times.ts';
import { isWithdrawable } from '#services/refunds/refund-rules.ts';
import { describeShares } from '../actions/payment-actions.ts';
import { describeOverrun } from '../actions/price-actions.ts';
import { approvingActions } from './approving-actions.ts';
import type { ShownApproval } from './find-approvals.ts';

/** Maps an act that waits for approval to what this operator sees of it. Pure. */
export function presentApproval(
  rule: ApprovalRule,
  approval: ShownApproval,
  operatorId: string,
): ApprovalView {
  const { id, caseId, kind, about, askedBy, askedAt, reason, currency, dueAt, origin, isRest } = approval;
  const amountMinor = approval.presentMinor;
  const { name, label, fields } = approvingActions[kind];
  return {
    ...isoTimes({ id, caseId, kind, about, askedBy, askedAt, reason, amountMinor, currency, dueAt }),
    notice: describe(rule, approval),
    mayApprove: mayApprove(rule, { ...approval, amountMinor }, operatorId),
    mayDecline: origin === null || isWithdrawable({ origin, isRest }),
    action: name,
    label,
    needsReason: fields.some(({ isRequired }) => isRequired),
  };
}

function describe(rule: ApprovalRule, approval: ShownApproval): string {
  const { requestedById, presentMinor, currency, money, contributedMinor, fundBalanceMinor, isRest } =
    approval;
  if (presentMinor === null || currency === null)
    return rule.isFourEyes ? describeApprovers(rule, approval) : '';
  const amount = { requestedById, amountMinor: presentMinor, currency };
  if (contributedMinor !== null)
    return describeOverrun(rule, { ...amount, contributedMinor, fundBalanceMinor });
  if (presentMinor === 0 || !money) return '';
  const shares = divideReturn({ ...money, fundBalanceMinor }, { amountMinor: presentMinor, isRest });
  return describeShares(rule, shares, { ...amount, isRest });
}
