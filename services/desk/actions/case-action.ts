import type { DataSource, EntityManager } from 'typeorm';
import { type ChosenActName, caseActs } from '#contracts/cases/case-acts.ts';
import type { ApprovalKind, CaseKind } from '#contracts/cases/cases.ts';
import type { CaseActionView } from '#contracts/desk/desk.ts';
import { toMinor } from '#contracts/money.ts';
import { PriceSchema } from '#contracts/price-fields.ts';
import { canMovePurchase, type PurchaseStatus } from '#contracts/purchases/purchase-status.ts';
import type { ApprovalRule } from '#services/cases/approval.ts';
import type { Case } from '#services/cases/cases.entity.ts';
import type { Deps } from '#services/deps.ts';
import { isSampleReference } from '#services/payments/payments.ts';
import { conflict, HttpError, invalidField } from '#services/platform/errors.ts';
import type { CaseSubject } from '../cases/find-subject.ts';

/** Client that the texts of an action read with: the transaction of the action, or none. */
export type ActionClient = DataSource | EntityManager;

/** Returns the manager that reads with this client. */
export const managerOf = (client: ActionClient): EntityManager =>
  'manager' in client ? client.manager : client;

/** The case that an action works on, and the operator. */
export interface ActionContext {
  case: Case;
  subject: CaseSubject;
  operator: { id: string };
  approval: ApprovalRule;
  /** What waits for approval in the case, but for a refund. */
  waiting: readonly ApprovalKind[];
  /** When the mail whose answer the case waits for was sent again, within the last day. */
  mailedAgainAt: Date | null;
}

/** The values of the form of an action. */
export type Values = Readonly<Record<string, string>>;

/**
 * An action that operators can do on cases of some kinds. It runs in one transaction, which holds the row lock of the
 * case; the case belongs to the operator then, but for {@link CaseAction.isForEveryone}.
 */
export interface CaseAction extends Pick<CaseActionView, 'label' | 'hint' | 'isFinal' | 'fields'> {
  name: ChosenActName;
  kinds: readonly CaseKind[];
  /** Whether operators may do it who do not own the case, as they approve what another one asked for. */
  isForEveryone?: boolean;
  /** Whether the page of this case offers it. */
  appliesTo(context: ActionContext): boolean;
  /** The fields of its form where they depend on the case; `fields` otherwise. */
  fieldsFor?(client: ActionClient, context: ActionContext): Promise<CaseAction['fields']>;
  /** Why it cannot be done now; undefined when it can. What {@link CaseAction.run} refuses for the state of the case is said here. */
  obstacle?(context: ActionContext, client: ActionClient): Promise<string | undefined> | string | undefined;
  /** Its cost and who must approve it, read before it is done. */
  notice?(client: ActionClient, context: ActionContext): Promise<string | undefined>;
  /** Does it. Returns what is added to the history of the case. Throws HttpError. */
  run(manager: EntityManager, context: ActionContext, values: Values, deps: Deps): Promise<string>;
}

type NewAction = Pick<CaseAction, 'name' | 'hint' | 'run'> & Partial<Omit<CaseAction, 'label' | 'kinds'>>;

/**
 * Defines an action on cases of some kinds, whose label is in {@link caseActs}. By default each of them has it, it is not final, and
 * its form has no fields.
 */
export const defineAction = (kinds: CaseAction['kinds'], action: NewAction): CaseAction => ({
  kinds,
  isFinal: false,
  fields: [],
  appliesTo: () => true,
  ...action,
  label: caseActs[action.name].label,
});

/** Defines an action on the case of a purchase; see {@link defineAction}. */
export const purchaseAction = (action: NewAction): CaseAction => defineAction(['purchase'], action);

type Field = CaseAction['fields'][number];

/** Defines a field that must be filled in. */
export const field = (type: Field['type'], name: string, label: string, hint?: string): Field => ({
  name,
  label,
  ...(hint && { hint }),
  type,
  isRequired: true,
});

/** Defines a field that may be left empty. */
export const optionalField = (...parts: Parameters<typeof field>): Field => ({
  ...field(...parts),
  isRequired: false,
});

/** Returns the payment that a case is about: its subject, or the approved payment of its purchase or request. */
export function paymentOf({ case: { subjectType, subjectId }, subject }: ActionContext) {
  if (subjectType === 'reconciliation') return subject.payments.find(({ isSubject }) => isSubject);
  return subject.payments.find(({ id, status }) =>
    subjectType === 'payment'
      ? id === subjectId
      : status === 'approved' && (subject.paymentId === null || id === subject.paymentId),
  );
}

type Find<T> = (context: ActionContext, client: ActionClient) => Promise<T>;

/** Reads something once for all actions of a page. */
export function once<T>(find: Find<T>): Find<T> {
  const known = new WeakMap<ActionContext, Promise<T>>();
  return (context, client) => {
    const reading = known.get(context) ?? find(context, client);
    known.set(context, reading);
    return reading;
  };
}

/** Returns the message of the HttpError that a check throws; undefined when it throws none. */
export async function refusalOf(check: () => unknown): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return error.message;
    throw error;
  }
}

/** Returns the id of {@link paymentOf}. @throws HttpError 409 when the case has no such payment. */
export function requirePayment(context: ActionContext): string {
  const id = paymentOf(context)?.id;
  if (!id) throw conflict('This case has no payment.');
  return id;
}

/** Obstacle of actions that call the payment provider, which may not know the payments of the sample data. */
export function sampleObstacle({ subject }: ActionContext): string | undefined {
  const isUnknown = subject.payments.some(
    ({ reference, isAtProvider }) => isSampleReference(reference) && !isAtProvider,
  );
  if (!isUnknown) return undefined;
  return 'This payment is sample data, which the payment provider does not know. Pay for a request to try this.';
}

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
  throw invalidField(name, 'Please enter an amount such as 19.99.');
}
