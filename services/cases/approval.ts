import type { EntityManager } from 'typeorm';
import type { ApprovalKind } from '#contracts/cases/cases.ts';
import { formatMinor } from '#contracts/money.ts';
import { insertOnce, lockRow } from '#services/platform/database/sql.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { recordAudit } from './audit-log.ts';
import { PendingApprovalEntity } from './cases.entity.ts';
import { notifyApproversJob } from './cases.jobs.ts';

/** An operator who can sign in. */
export interface Approver {
  id: string;
  name: string;
  isLead: boolean;
}

/** Who approves what another operator asked for (decisions section 11). */
export interface ApprovalRule {
  /** Whether a second operator has to approve (`OPERATORS_FOUR_EYES`). */
  isFourEyes: boolean;
  /**
   * Highest amount in minor units, by currency, that any other operator approves (`OPERATORS_APPROVAL_LIMITS`). A lead
   * approves more, and every amount in another currency.
   */
  limits: Readonly<Record<string, number>>;
  /** All operators who can sign in. */
  operators: readonly Approver[];
}

/** The approved amount, in minor units; `requestedById` is null where the rules asked for it. */
export interface ApprovedAmount {
  requestedById: string | null;
  amountMinor: number;
  currency: string;
}

/** An act that waits for approval; without an amount where it moves no money. */
export interface WaitingAct {
  requestedById: string | null;
  amountMinor: number | null;
  currency: string | null;
}

/**
 * Returns who may approve an act, and whether only a lead may. Where no lead is left but the one who asked, every other
 * operator may: a lead took part. Pure.
 * @internal Its test reads ids, not sentences.
 */
export function findApprovers(
  { limits, operators }: ApprovalRule,
  { requestedById, amountMinor, currency }: WaitingAct,
): { approvers: Approver[]; isAboveLimit: boolean; needsLead: boolean } {
  const others = operators.filter(({ id }) => id !== requestedById);
  const leads = others.filter(({ isLead }) => isLead);
  const limitMinor = limits[currency ?? ''];
  const isAboveLimit = amountMinor !== null && (limitMinor === undefined || amountMinor > limitMinor);
  const needsLead = isAboveLimit && leads.length > 0;
  return { approvers: needsLead ? leads : others, isAboveLimit, needsLead };
}

/** Returns one or two sentences that say who may approve an act, and why. */
export function describeApprovers(rule: ApprovalRule, amount: WaitingAct): string {
  const { approvers, isAboveLimit, needsLead } = findApprovers(rule, amount);
  if (approvers.length === 0) return 'No other operator can approve it: a lead adds one first.';
  const names = namesOf(approvers);
  if (!isAboveLimit) return `Another operator approves it: ${names}.`;
  const currency = amount.currency ?? '';
  const limitMinor = rule.limits[currency];
  const why =
    limitMinor === undefined
      ? `There is no limit for ${currency}`
      : `It is more than ${formatMinor(limitMinor, currency)}`;
  if (needsLead) return `${why}, so a lead approves it: ${names}.`;
  return `${why}, and there is no lead but the one who asked, so another operator approves it: ${names}.`;
}

/**
 * Does nothing without the four-eyes rule. Without an amount every other operator may approve it.
 * @param asked sentence for the operator who asked for it
 * @throws HttpError 409 when this operator asked for it, or is not one of those who may approve the amount, with their names.
 */
export function rejectUnlessApprover(
  rule: ApprovalRule,
  amount: WaitingAct,
  operatorId: string,
  asked?: string,
): void {
  if (!rule.isFourEyes) return;
  rejectOwnRequest(amount.requestedById, operatorId, asked);
  const { approvers, needsLead } = findApprovers(rule, amount);
  if (needsLead && !approvers.some(({ id }) => id === operatorId))
    throw conflict(describeApprovers(rule, amount));
}

/** Returns whether this operator may approve it: {@link rejectUnlessApprover} without the reason. Pure. */
export function mayApprove(rule: ApprovalRule, act: WaitingAct, operatorId: string): boolean {
  if (!rule.isFourEyes) return true;
  return findApprovers(rule, act).approvers.some(({ id }) => id === operatorId);
}

/** @throws HttpError 409 when this operator asked for what is to be approved; parameters as of {@link rejectUnlessApprover}. */
function rejectOwnRequest(
  requestedById: string | null,
  operatorId: string,
  asked = 'You asked for this already.',
): void {
  if (requestedById === operatorId) throw conflict(`${asked} Another operator has to approve it.`);
}

const shownNames = 5;

function namesOf(approvers: readonly Approver[]): string {
  const names = approvers.slice(0, shownNames).map(({ name }) => name);
  const more = approvers.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

/** Kind of each act that waits in a row of its own, by the name that the row and the audit log have for it. */
export const kindOfAction = {
  'purchase.overrun': 'higher_price',
  'person.suspend': 'suspend',
  'person.restore': 'restore',
  'dispute.accept': 'accept_dispute',
  'report.resume': 'resume_payments',
  'request.show': 'show_request',
  'report.dismiss': 'dismiss_report',
  // The refund of a payment waits in its own row, that of a transaction without a payment here.
  'transaction.refund': 'refund',
} as const satisfies Record<string, ApprovalKind>;

/** An act that needs two operators under the four-eyes rule. */
export interface GuardedAct {
  action: keyof typeof kindOfAction;
  /** Type and id of its subject, such as `user:<id>`. */
  subject: string;
  /** The case that it belongs to. */
  caseId: string;
  operatorId: string;
  reason: string;
}

/** Who asked for an act and who approved it; the same operator without the four-eyes rule. */
export interface Approval {
  requestedById: string;
  approvedById: string;
  reason: string;
}

/**
 * Returns the approval of an act that is to be done now; undefined when it was stored to wait for a second operator.
 * @throws HttpError 409 when the same operator asks again.
 */
export async function approveAct(
  manager: EntityManager,
  act: GuardedAct,
  isFourEyes: boolean,
): Promise<Approval | undefined> {
  const { action, subject, operatorId, reason } = act;
  if (!isFourEyes) return { requestedById: operatorId, approvedById: operatorId, reason };
  if (await requestApproval(manager, act)) return undefined;
  const waiting = await lockRow(manager, PendingApprovalEntity, { action, subject });
  if (!waiting) throw conflict('Another operator has just decided this.');
  rejectOwnRequest(waiting.requestedById, operatorId);
  await manager.delete(PendingApprovalEntity, { id: waiting.id });
  return { requestedById: waiting.requestedById, approvedById: operatorId, reason: waiting.reason };
}

/** Stores that an act waits for another operator, and notifies those who may approve it. Returns whether it did not wait yet. */
export async function requestApproval(
  manager: EntityManager,
  { action, subject, caseId, operatorId, reason }: GuardedAct,
): Promise<boolean> {
  const act = { action, subject, caseId, reason, requestedById: operatorId };
  if (!(await insertOnce(manager, PendingApprovalEntity, act))) return false;
  await recordAudit(manager, `${action}.requested`, subject, reason, operatorId);
  await enqueue(manager, notifyApproversJob, {});
  return true;
}

/** Withdraws everything that waits for approval in a case. */
export async function withdrawPendingActs(manager: EntityManager, caseId: string): Promise<void> {
  await manager.delete(PendingApprovalEntity, { caseId });
}

/** Withdraws what waits for a second operator, because something else was decided about the subject. */
export async function withdrawPendingAct(
  manager: EntityManager,
  { action, subject }: Pick<GuardedAct, 'action' | 'subject'>,
): Promise<void> {
  await manager.delete(PendingApprovalEntity, { action, subject });
}
