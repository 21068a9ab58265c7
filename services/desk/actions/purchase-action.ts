import { PriceSchema, toMinor } from '#contracts/money.ts';
import { canMovePurchase, type PurchaseStatus } from '#contracts/purchases/purchase-status.ts';
import { invalid } from '#services/platform/errors.ts';
import type { ActionContext, CaseAction } from './case-action.ts';

/** What was typed into the form of an action. */
export type Values = Readonly<Record<string, string>>;

/** The kinds of cases with actions on a purchase. */
export const purchaseKinds = ['purchase'] as const;

/** The action is offered in these statuses of the purchase. */
export const during =
  (...statuses: PurchaseStatus[]): CaseAction['appliesTo'] =>
  ({ subject: { purchase } }) =>
    purchase !== null && statuses.includes(purchase.status);

/** The action is offered while the purchase may move to this status. */
export const canMove =
  (to: PurchaseStatus): CaseAction['appliesTo'] =>
  ({ subject: { purchase } }) =>
    purchase !== null && canMovePurchase(purchase.status, to);

/** Returns the purchase of the case and the operator. */
export const actionOf = ({ case: { subjectId }, operator }: ActionContext) => ({
  purchaseId: subjectId,
  operatorId: operator.id,
});

/** Returns an amount in minor units. @throws HttpError 422. */
export function amountIn(values: Values, name: string): number {
  const amount = PriceSchema.safeParse(Number(values[name]?.replaceAll(',', '')));
  if (amount.success) return toMinor(amount.data);
  const message = 'Please enter an amount such as 19.99.';
  throw invalid(message, { [name]: message });
}
