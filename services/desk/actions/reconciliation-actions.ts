import type { EntityManager } from 'typeorm';
import { formatMinor } from '#contracts/money.ts';
import {
  type ApprovalRule,
  approveAct,
  describeApprovers,
  rejectUnlessApprover,
  type WaitingAct,
} from '#services/cases/approval.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { assignTransaction } from '#services/flows/assign-transaction.ts';
import { type UnmatchedTransaction, UnmatchedTransactionEntity } from '#services/ledger/ledger.entity.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { lockRow, row } from '#services/platform/database/sql.ts';
import { conflict, invalidField } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { refundTransactionJob } from '#services/refunds/refunds.jobs.ts';
import { approvalObstacle } from '../approvals/approval-obstacle.ts';
import { type ActionContext, type CaseAction, defineAction, field } from './case-action.ts';

const transactionAction = (action: Parameters<typeof defineAction>[1]) =>
  defineAction(['reconciliation'], { appliesTo: isUndecided, ...action });

const isRefundWaiting = ({ waiting }: ActionContext) => waiting.includes('refund');

/** Whether operators decide about the transaction now: a refund that failed, or a decision of a case that is open again, is decided anew. */
function isUndecided(context: ActionContext): boolean {
  const { transaction } = context.subject;
  if (!transaction || isRefundWaiting(context)) return false;
  return transaction.decision === 'refund' ? transaction.refundStatus === 'failed' : true;
}

const assignToPayment = transactionAction({
  name: 'assign-transaction',
  hint: 'The payment gets this reference and is settled by what the provider says, like every other one: the course is paid, or the money is reviewed or owed to the payer. It must have no money yet.',
  isFinal: true,
  fields: [field('line', 'payment', 'Payment', 'Its reference, or the address of its page.')],
  async run(manager, context, { payment: text = '' }) {
    const transaction = await requireTransaction(manager, context);
    const paymentId = await findPaymentId(manager, text.trim());
    if (!paymentId) throw invalidField('payment', 'There is no payment with this reference or address.');
    const assigned = { paymentId, operatorId: context.operator.id };
    const { reference } = await assignTransaction(manager, transaction, assigned);
    return `It was ${reference}.`;
  },
});

async function findPaymentId(manager: EntityManager, text: string): Promise<string | undefined> {
  const payment = await manager.findOneBy(PaymentEntity, { reference: text });
  if (payment) return payment.id;
  const [id] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.exec(text) ?? [];
  return id && (await manager.existsBy(PaymentEntity, { id })) ? id : undefined;
}

const notOurs = transactionAction({
  name: 'not-ours',
  hint: 'Another application uses the same account of the provider. Reconciliations leave this transaction out from now on. Opening the case again lets you decide anew.',
  fields: [field('text', 'reason', 'How do you know')],
  async run(manager, context, { reason = '' }) {
    const { id, reference } = await requireTransaction(manager, context);
    const { id: operatorId } = context.operator;
    await decide(manager, id, { decision: 'not_ours', operatorId });
    await recordAudit(manager, 'transaction.not_ours', `transaction:${reference}`, reason, operatorId);
    await closeCase(manager, { id: context.case.id }, { outcome: 'not_ours', reason, actorId: operatorId });
    return reason;
  },
});

const refundAtProvider = transactionAction({
  name: 'refund-transaction',
  hint: 'Gives all of it back to the payer. With two pairs of eyes another operator approves it first. The case stays open until the provider has paid it out.',
  isFinal: true,
  fields: [field('text', 'reason', 'Why')],
  notice: describe,
  run: refund,
});

/** Approves that a transaction is given back, which another operator asked for. */
export const approveTransactionRefund = transactionAction({
  name: 'approve-transaction-refund',
  hint: 'Starts the refund at the payment provider.',
  isForEveryone: true,
  isFinal: true,
  appliesTo: (context) => context.subject.transaction !== null && isRefundWaiting(context),
  obstacle: approvalObstacle('refund'),
  notice: describe,
  run: refund,
});

/** Asks for the refund, or approves the one that waits; decides it where one operator may. */
async function refund(
  manager: EntityManager,
  context: ActionContext,
  { reason: why = '' }: Readonly<Record<string, string>>,
): Promise<string> {
  const transaction = await requireTransaction(manager, context);
  const { id, amountMinor, currency, reference } = transaction;
  const { id: operatorId } = context.operator;
  const act = {
    action: 'transaction.refund',
    subject: `transaction:${id}`,
    caseId: context.case.id,
  } as const;
  const approval = await approveAct(
    manager,
    { ...act, operatorId, reason: why },
    context.approval.isFourEyes,
  );
  if (!approval) return `Waits for a second operator: ${why}`;
  const { requestedById, reason } = approval;
  rejectUnlessApprover(context.approval, { requestedById, amountMinor, currency }, operatorId);
  await decide(manager, id, { decision: 'refund', operatorId });
  await recordAudit(manager, 'transaction.refund', `transaction:${reference}`, reason, operatorId);
  await enqueue(manager, refundTransactionJob, { transactionId: id });
  return reason;
}

async function decide(
  manager: EntityManager,
  id: string,
  { decision, operatorId }: { decision: 'refund' | 'not_ours'; operatorId: string },
): Promise<void> {
  await manager.update(UnmatchedTransactionEntity, id, {
    decision,
    decidedById: operatorId,
    decidedAt: () => 'now()',
    refundStatus: decision === 'refund' ? 'pending' : null,
    ...{ refundCalledAt: null, refundProviderId: null, refundFailure: null },
  });
}

/** @throws HttpError 409 when a payment got the reference since. */
async function requireTransaction(
  manager: EntityManager,
  { subject: { transaction } }: ActionContext,
): Promise<UnmatchedTransaction> {
  const id = transaction?.id ?? '';
  const locked = id ? await lockRow(manager, UnmatchedTransactionEntity, { id }) : undefined;
  const paid = await row(manager, 'SELECT FROM payments WHERE reference = $1', [locked?.reference]);
  if (!locked || paid) throw conflict('A payment has this transaction now.');
  return locked;
}

function describe(_client: unknown, context: ActionContext): Promise<string | undefined> {
  const { transaction } = context.subject;
  if (!transaction) return Promise.resolve(undefined);
  const { minor: amountMinor, currency } = transaction.amount;
  const amount = { requestedById: context.operator.id, amountMinor, currency };
  return Promise.resolve(describeTransactionRefund(context.approval, amount));
}

/** Returns what the refund of a transaction costs, and in another line, under the four-eyes rule, who approves it. */
export function describeTransactionRefund(
  rule: ApprovalRule,
  act: WaitingAct & { amountMinor: number; currency: string },
): string {
  const cost = `${formatMinor(act.amountMinor, act.currency)} go back to the payer. Our books have no part of this money; the fee of the provider may be lost.`;
  return rule.isFourEyes ? `${cost}\n${describeApprovers(rule, act)}` : cost;
}

/** Actions on transactions of the provider that no payment has. */
export const reconciliationActions: readonly CaseAction[] = [
  assignToPayment,
  refundAtProvider,
  approveTransactionRefund,
  notOurs,
];
