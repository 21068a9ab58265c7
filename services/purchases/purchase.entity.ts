import { EntitySchema } from 'typeorm';
import { type PurchaseStatus, purchaseStatuses } from '#contracts/purchases/purchase-status.ts';
import {
  amountMinor,
  createdAt,
  id,
  moment,
  oneOf,
  optionalText,
  reference,
  text,
} from '#services/platform/database/columns.ts';

/** The purchase of the course of one approved payment. */
export interface Purchase {
  id: string;
  requestId: string;
  paymentId: string;
  status: PurchaseStatus;
  /** From 1: a course that was not redeemed is bought once more. */
  attempt: number;
  /** The operator who buys it, until `claimedUntil`. */
  ownerId: string | null;
  claimedUntil: Date | null;
  orderNumber: string | null;
  /** What the platform charged, in minor units of its currency, and the rate to the currency of the payment. */
  chargedMinor: number | null;
  chargedCurrency: string | null;
  exchangeRate: number | null;
  /** The same in minor units of the payment's currency. */
  spentMinor: number | null;
  /** A price above 105 % that waits for the approval of another operator, in the payment's currency. */
  overrunMinor: number | null;
  overrunById: string | null;
  overrunApprovedById: string | null;
  boughtAt: Date | null;
  handedOverAt: Date | null;
  /** Until when the platform accepts the code or gift; null without an end. */
  redeemBy: Date | null;
  /** When the learner has seen the code, which is shown once. */
  codeSeenAt: Date | null;
  /** When the learner was last reminded to redeem it. */
  remindedAt: Date | null;
  redeemedAt: Date | null;
  failureReason: string | null;
  /** Why an operator rejected the last proof that came before the course was bought; for its payer. */
  proofRejection: string | null;
  createdAt: Date;
}

const exactNumber = {
  from: (value: string | null) => (value === null ? null : Number(value)),
  to: (value: number | null) => value,
};
const optionalAmount = { ...amountMinor, nullable: true };
const optionalUser = reference('User', { nullable: true });

export const PurchaseEntity = new EntitySchema<Purchase>({
  name: 'Purchase',
  tableName: 'purchases',
  columns: {
    id,
    requestId: reference('HelpRequest'),
    paymentId: reference('Payment'),
    status: { ...text, default: 'queued' },
    attempt: { type: 'integer', default: 1 },
    ownerId: optionalUser,
    claimedUntil: moment,
    orderNumber: optionalText,
    chargedMinor: optionalAmount,
    chargedCurrency: optionalText,
    exchangeRate: { type: 'numeric', nullable: true, transformer: exactNumber },
    spentMinor: optionalAmount,
    overrunMinor: optionalAmount,
    overrunById: optionalUser,
    overrunApprovedById: optionalUser,
    boughtAt: moment,
    handedOverAt: moment,
    redeemBy: moment,
    codeSeenAt: moment,
    remindedAt: moment,
    redeemedAt: moment,
    failureReason: optionalText,
    proofRejection: optionalText,
    createdAt,
  },
  indices: [
    { name: 'purchases_one_per_payment', columns: ['paymentId'], unique: true },
    { name: 'purchases_request', columns: ['requestId'] },
    { name: 'purchases_handed_over', columns: ['handedOverAt'], where: `status = 'handed_over'` },
    { name: 'purchases_owner', columns: ['ownerId'], where: 'owner_id IS NOT NULL' },
    { name: 'purchases_overrun_by', columns: ['overrunById'], where: 'overrun_by_id IS NOT NULL' },
    {
      name: 'purchases_overrun_approved_by',
      columns: ['overrunApprovedById'],
      where: 'overrun_approved_by_id IS NOT NULL',
    },
  ],
  checks: [
    { name: 'purchases_status_known', expression: oneOf('status', purchaseStatuses) },
    {
      name: 'purchases_claimed',
      expression: `status <> 'claimed' OR (owner_id IS NOT NULL AND claimed_until IS NOT NULL)`,
    },
    {
      name: 'purchases_bought',
      expression: `(bought_at IS NULL) = (spent_minor IS NULL) AND (status NOT IN ('bought', 'handed_over') OR bought_at IS NOT NULL)`,
    },
    { name: 'purchases_failed', expression: `(status = 'failed') = (failure_reason IS NOT NULL)` },
  ],
});
