import type { DataSource, EntityManager } from 'typeorm';
import type { CaseKind } from '#contracts/cases/cases.ts';
import type { CaseActionView } from '#contracts/desk/desk.ts';
import { appealActions } from './appeal-actions.ts';
import type { ActionContext, CaseAction } from './case-action.ts';
import { acceptDispute, approveAcceptance, fightDispute } from './dispute-actions.ts';
import { runJobsAgain } from './job-actions.ts';
import { proofActions } from './proof-actions.ts';
import { purchaseActions } from './purchase-actions.ts';
import { approveRequestedRefund, refundPayment, withdrawRequestedRefund } from './refund-actions.ts';
import { reportActions } from './report-actions.ts';
import { reviewActions } from './review-actions.ts';
import { settleAgain } from './settle-again.ts';

/** Every action on cases; the page of a case shows those of its kind, in this order. */
const caseActions: readonly CaseAction[] = [
  ...purchaseActions,
  ...proofActions,
  ...reviewActions,
  ...reportActions,
  ...appealActions,
  refundPayment,
  approveRequestedRefund,
  withdrawRequestedRefund,
  fightDispute,
  acceptDispute,
  approveAcceptance,
  settleAgain,
  runJobsAgain,
];

/** Returns the actions that the page of a case shows. */
export function actionsFor(context: ActionContext): CaseAction[] {
  return caseActions.filter(
    (action) => action.kinds.includes(context.case.kind) && action.appliesTo(context),
  );
}

/** Returns whether cases of this kind have the action, now or in another state. */
export function isActionOf(kind: CaseKind, name: string): boolean {
  return caseActions.some((action) => action.name === name && action.kinds.includes(kind));
}

/** Maps an action to what its form shows. */
export async function presentAction(
  client: DataSource | EntityManager,
  { name, label, hint, isFinal, fields, obstacle, notice }: CaseAction,
  context: ActionContext,
): Promise<CaseActionView> {
  const text = await notice?.(client, context);
  const shown = { name, label, hint, isFinal, fields, obstacle: obstacle?.(context) ?? null };
  return text === undefined ? shown : { ...shown, notice: text };
}
