import { formatMinor } from '#contracts/money.ts';
import { conflict } from '#services/platform/errors.ts';

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

/** What is approved, in minor units; `requestedById` is null where the rules asked for it. */
export interface ApprovedAmount {
  requestedById: string | null;
  amountMinor: number;
  currency: string;
}

/**
 * Returns who may approve an amount, and whether only a lead may. Where no lead is left but the one who asked, every other
 * operator may: a lead took part. Pure.
 */
export function findApprovers(
  { limits, operators }: ApprovalRule,
  { requestedById, amountMinor, currency }: ApprovedAmount,
): { approvers: Approver[]; isAboveLimit: boolean; needsLead: boolean } {
  const others = operators.filter(({ id }) => id !== requestedById);
  const leads = others.filter(({ isLead }) => isLead);
  const limitMinor = limits[currency];
  const isAboveLimit = limitMinor === undefined || amountMinor > limitMinor;
  const needsLead = isAboveLimit && leads.length > 0;
  return { approvers: needsLead ? leads : others, isAboveLimit, needsLead };
}

/** Returns one or two sentences that say who may approve an amount, and why. */
export function describeApprovers(rule: ApprovalRule, amount: ApprovedAmount): string {
  const { approvers, isAboveLimit, needsLead } = findApprovers(rule, amount);
  if (approvers.length === 0) return 'No other operator can approve it: a lead adds one first.';
  const names = namesOf(approvers);
  if (!isAboveLimit) return `Another operator approves it: ${names}.`;
  const limitMinor = rule.limits[amount.currency];
  const why =
    limitMinor === undefined
      ? `There is no limit for ${amount.currency}`
      : `It is more than ${formatMinor(limitMinor, amount.currency)}`;
  if (needsLead) return `${why}, so a lead approves it: ${names}.`;
  return `${why}, and there is no lead but the one who asked, so another operator approves it: ${names}.`;
}

/** @throws HttpError 409 when this operator may not approve the amount, with the names of those who may. */
export function rejectUnlessApprover(rule: ApprovalRule, amount: ApprovedAmount, operatorId: string): void {
  if (!rule.isFourEyes) return;
  const { approvers, needsLead } = findApprovers(rule, amount);
  if (needsLead && !approvers.some(({ id }) => id === operatorId))
    throw conflict(describeApprovers(rule, amount));
}

const shownNames = 5;

function namesOf(approvers: readonly Approver[]): string {
  const names = approvers.slice(0, shownNames).map(({ name }) => name);
  const more = approvers.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
