import type { ApprovalKind } from '#contracts/cases/cases.ts';
import type { CaseAction } from '../actions/case-action.ts';
import { approveAcceptance } from '../actions/dispute-actions.ts';
import { approveRequestedRefund } from '../actions/payment-actions.ts';
import { approveHigherPrice } from '../actions/price-actions.ts';
import { approveTransactionRefund } from '../actions/reconciliation-actions.ts';
import { dismissReport, resumePayments, showAgain } from '../actions/report-actions.ts';
import { approveRestoration, approveSuspension } from '../actions/suspension-actions.ts';
import type { WaitingApproval } from './find-approvals.ts';

const approvingActions: Readonly<Record<ApprovalKind, CaseAction>> = {
  refund: approveRequestedRefund,
  higher_price: approveHigherPrice,
  suspend: approveSuspension,
  restore: approveRestoration,
  accept_dispute: approveAcceptance,
  resume_payments: { ...resumePayments, label: 'Approve resuming payments', fields: [] },
  show_request: { ...showAgain, label: 'Approve showing the request again', fields: [] },
  dismiss_report: { ...dismissReport, label: 'Approve dismissing the report', fields: [] },
};

/** Returns the action on the case that approves an act. */
export const approvingActionOf = ({
  kind,
  paymentId,
}: Pick<WaitingApproval, 'kind' | 'paymentId'>): CaseAction =>
  kind === 'refund' && paymentId === null ? approveTransactionRefund : approvingActions[kind];
