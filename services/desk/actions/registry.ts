import type { CaseKind } from '#contracts/cases/cases.ts';
import type { CaseActionView } from '#contracts/desk/desk.ts';
import type { Case } from '#services/cases/cases.entity.ts';
import type { Config } from '#services/platform/config.ts';
import type { SqlClient } from '#services/platform/database/sql.ts';
import { retryJobs } from '#services/queues/dead-letters.ts';
import { findApprovalRule, findWaitingKinds } from '../approvals/find-approvals.ts';
import { findSubject } from '../cases/find-subject.ts';
import { acceptanceActions } from './acceptance-actions.ts';
import { type ActionClient, type ActionContext, type CaseAction, defineAction } from './case-action.ts';
import { acceptDispute, approveAcceptance, fightDispute } from './dispute-actions.ts';
import {
  approveRequestedRefund,
  refundPayment,
  requestExcessOnceMore,
  requestRestOnceMore,
  settleAgain,
  withdrawRequestedRefund,
} from './payment-actions.ts';
import { proofActions } from './proof-actions.ts';
import { purchaseActions } from './purchase-actions.ts';
import { reconciliationActions } from './reconciliation-actions.ts';
import { reportActions } from './report-actions.ts';
import { appealActions, invitationTextActions, reviewActions } from './review-actions.ts';
import { findMailedAgain, sendMailAgain } from './send-mail-again.ts';
import { suspensionActions } from './suspension-actions.ts';
import { thankYouActions } from './thank-you-actions.ts';

const failedIds = ({ subject: { jobs } }: ActionContext) =>
  jobs.filter(({ failedAt }) => failedAt !== null).map(({ id }) => id);

/** Runs the dead letters of a case once more. @internal Screenshots show it. */
export const runJobsAgain = defineAction(['incident'], {
  name: 'run-jobs-again',
  hint: 'For when the cause is fixed. Each job gets all its attempts; one that fails again is counted in this case.',
  obstacle: (context) =>
    failedIds(context).length === 0
      ? 'No job of this case has used up its attempts. Jobs with attempts left and scheduled jobs run again by themselves.'
      : undefined,
  async run(manager, context) {
    const reason = `From the case ${context.case.id}`;
    const ids = await retryJobs(manager, { ids: failedIds(context) }, reason, context.operator.id);
    return ids.length === 1 ? 'One job' : `${ids.length} jobs`;
  },
});

/** Every action on cases; the page of a case shows those of its kind, in this order. */
const caseActions: readonly CaseAction[] = [
  ...purchaseActions,
  ...proofActions,
  ...invitationTextActions,
  ...reviewActions,
  ...thankYouActions,
  ...reportActions,
  ...appealActions,
  ...reconciliationActions,
  ...acceptanceActions,
  requestExcessOnceMore,
  refundPayment,
  approveRequestedRefund,
  withdrawRequestedRefund,
  requestRestOnceMore,
  fightDispute,
  acceptDispute,
  approveAcceptance,
  settleAgain,
  runJobsAgain,
  ...suspensionActions,
  sendMailAgain,
];

/** Returns what an action on a case works on: the case with its subject, the operator, and how approvals are given. */
export async function findActionContext(
  client: SqlClient,
  shown: Case,
  operator: { id: string },
  config: Config,
): Promise<ActionContext> {
  return {
    case: shown,
    subject: await findSubject(client, shown),
    operator,
    approval: await findApprovalRule(client, config),
    waiting: await findWaitingKinds(client, shown.id),
    mailedAgainAt: await findMailedAgain(client, shown),
  };
}

/** Returns the actions that the page of a case shows. */
export function actionsFor(context: ActionContext): CaseAction[] {
  return caseActions.filter(
    (action) => action.kinds.includes(context.case.kind) && action.appliesTo(context),
  );
}

/** Returns whether operators may do the action who do not own the case. */
export function isForEveryone(name: string): boolean {
  return caseActions.some((action) => action.name === name && action.isForEveryone);
}

/** Returns whether cases of this kind have the action, now or in another state. */
export function isActionOf(kind: CaseKind, name: string): boolean {
  return caseActions.some((action) => action.name === name && action.kinds.includes(kind));
}

/** Maps an action to what its form shows. */
export async function presentAction(
  client: ActionClient,
  action: CaseAction,
  context: ActionContext,
): Promise<CaseActionView> {
  const { name, label, hint, isFinal } = action;
  const text = await action.notice?.(client, context);
  const obstacle = (await action.obstacle?.(context, client)) ?? null;
  const shown = { name, label, hint, isFinal, fields: await fieldsOf(client, action, context), obstacle };
  return text === undefined ? shown : { ...shown, notice: text };
}

/** Returns the fields of the form of an action on this case. */
export async function fieldsOf(
  client: ActionClient,
  { fields, fieldsFor }: CaseAction,
  context: ActionContext,
): Promise<CaseAction['fields']> {
  return fieldsFor ? fieldsFor(client, context) : fields;
}
