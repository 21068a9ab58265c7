import type { ApprovalView } from '#contracts/desk/desk-approvals.ts';
import { type ApprovalRule, describeApprovers, mayApprove } from '#services/cases/approval.ts';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { findAcceptableMinor, findLeftMinor } from '#services/disputes/disputes.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { isoTimes } from '#services/platform/iso-times.ts';
import { isWithdrawable } from '#services/refunds/refund-rules.ts';
import type { ActionClient } from '../actions/case-action.ts';
import { describeGuardedReturn } from '../actions/payment-actions.ts';
import { describeOverrun } from '../actions/price-actions.ts';
import { approvingActions } from './approving-actions.ts';
import type { ShownApproval, WaitingApproval } from './find-approvals.ts';

/** Maps an act that waits for approval to what this operator sees of it. */
export async function presentApproval(
  client: ActionClient,
  rule: ApprovalRule,
  approval: ShownApproval,
  operatorId: string,
): Promise<ApprovalView> {
  const { id, caseId, kind, about, askedBy, askedAt, reason, currency, dueAt, origin, isRest } = approval;
  const amountMinor = await findAmount(client, approval);
  const { name, label, fields } = approvingActions[kind];
  return {
    ...isoTimes({ id, caseId, kind, about, askedBy, askedAt, reason, amountMinor, currency, dueAt }),
    notice: (await describe(client, rule, { ...approval, amountMinor })) ?? '',
    mayApprove: mayApprove(rule, { ...approval, amountMinor }, operatorId),
    mayDecline: origin === null || isWithdrawable({ origin, isRest }),
    action: name,
    label,
    needsReason: fields.some(({ isRequired }) => isRequired),
  };
}

/** Returns the amount that approving it moves now: a part may have been given back since it was asked for. */
async function findAmount(client: ActionClient, approval: WaitingApproval): Promise<number | null> {
  const { id, kind, disputeId, paymentId, amountMinor } = approval;
  if (kind === 'accept_dispute' && disputeId)
    return findAcceptableMinor(
      client,
      await client.getRepository(DisputeEntity).findOneByOrFail({ id: disputeId }),
    );
  if (kind !== 'refund' || paymentId === null || amountMinor === null) return amountMinor;
  const payment = await client.getRepository(PaymentEntity).findOneByOrFail({ id: paymentId });
  return Math.min(amountMinor, await findLeftMinor(client, payment, { refundId: id }));
}

function describe(
  client: ActionClient,
  rule: ApprovalRule,
  { kind, purchaseId, paymentId, requestedById, amountMinor, currency, isRest }: WaitingApproval,
): Promise<string | undefined> | string | undefined {
  if (kind === 'higher_price' && purchaseId) return describeOverrun(client, rule, purchaseId);
  if (paymentId !== null && amountMinor !== null && currency !== null)
    return describeGuardedReturn(client, rule, { requestedById, amountMinor, currency, paymentId, isRest });
  return rule.isFourEyes ? describeApprovers(rule, { requestedById, amountMinor, currency }) : undefined;
}
