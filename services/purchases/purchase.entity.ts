import { documentFile } from '#contracts/document-file.ts';
import { purchaseStatuses } from '#contracts/purchases/purchase-status.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';
import { fileColumns } from '#services/platform/files/stored-object.entity.ts';

/** The purchase of the course of one approved payment. */
export type Purchase = RowOf<typeof PurchaseEntity>;

export const PurchaseEntity = defineEntity({
  name: 'Purchase',
  tableName: 'purchases',
  columns: {
    id: column.exportedTo(column.id, 'learner'),
    requestId: column.reference('HelpRequest'),
    paymentId: column.exportedTo(column.reference('Payment'), 'payer'),
    status: column.oneOf(purchaseStatuses, { default: 'queued' }),
    /** From 1: a course that was not redeemed is bought once more. */
    attempt: column.internal({ ...column.integer, default: 1 }),
    /** The operator who buys it, until `claimedUntil`. */
    ownerId: column.internal(column.reference('User', { nullable: true })),
    claimedUntil: column.internal(column.moment),
    orderNumber: column.kept(column.exportedTo(column.optionalText, 'learner')),
    /** The platform's charge, in minor units of its currency, and the rate to the currency of the payment. */
    chargedMinor: column.exportedTo(column.optional(column.amountMinor), 'payer'),
    chargedCurrency: column.kept(column.exportedTo(column.optionalText, 'payer')),
    exchangeRate: column.exportedTo(column.optional(column.decimal), 'payer'),
    /** The same in minor units of the payment's currency. */
    spentMinor: column.exportedTo(column.optional(column.amountMinor), 'payer'),
    /** The charge and the rate of the last order that came to nothing: the form of the next order starts with them. */
    lastChargedMinor: column.internal(column.optional(column.amountMinor)),
    lastChargedCurrency: column.internal(column.kept(column.optionalText)),
    lastExchangeRate: column.internal(column.optional(column.decimal)),
    /** A price above 105 % that waits for the approval of another operator, in the payment's currency. */
    overrunMinor: column.exportedTo(column.optional(column.amountMinor), 'payer'),
    overrunById: column.internal(column.reference('User', { nullable: true })),
    overrunApprovedById: column.internal(column.reference('User', { nullable: true })),
    boughtAt: column.moment,
    handedOverAt: column.moment,
    /** Until when the platform accepts the code or gift; null without an end. */
    redeemBy: column.exportedTo(column.moment, 'learner'),
    /** When the learner has seen the code, which is shown once. */
    codeSeenAt: column.exportedTo(column.moment, 'learner'),
    /** When the learner said that the course did not arrive; null once it is handed over again. */
    notReceivedAt: column.exportedTo(column.moment, 'learner'),
    /** When the learner was last reminded to redeem it. */
    remindedAt: column.exportedTo(column.moment, 'learner'),
    redeemedAt: column.moment,
    failureReason: column.kept(column.exportedTo(column.optionalText, 'payer')),
    /** Why an operator rejected the last proof that came before the course was bought; for its payer. */
    proofRejection: column.emptied(column.exportedTo(column.optionalText, 'payer')),
    createdAt: column.exportedTo(column.createdAt, 'learner'),
  },
  indices: [
    { name: 'purchases_one_per_payment', columns: ['paymentId'], unique: true },
    { name: 'purchases_request', columns: ['requestId'] },
    { name: 'purchases_handed_over', columns: ['handedOverAt'], where: `status = 'handed_over'` },
    { name: 'purchases_bought_at', columns: ['boughtAt'], where: 'bought_at IS NOT NULL' },
    { name: 'purchases_owner', columns: ['ownerId'], where: 'owner_id IS NOT NULL' },
    { name: 'purchases_overrun_by', columns: ['overrunById'], where: 'overrun_by_id IS NOT NULL' },
    {
      name: 'purchases_overrun_approved_by',
      columns: ['overrunApprovedById'],
      where: 'overrun_approved_by_id IS NOT NULL',
    },
  ],
  checks: [
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

/** The encrypted enrolment code of a purchase, until it is redeemed; never in a mail, log or job. */
export const PurchaseCodeEntity = defineEntity({
  name: 'PurchaseCode',
  tableName: 'purchase_codes',
  columns: {
    purchaseId: column.reference('Purchase', { onDelete: 'CASCADE', primary: true }),
    ...column.encrypted,
    createdAt: column.createdAt,
  },
});

/** The platform's receipt for one order of a purchase; a purchase that is bought again gets another one. */
export const OrderReceiptEntity = defineEntity({
  name: 'OrderReceipt',
  tableName: 'order_receipts',
  columns: {
    purchaseId: column.reference('Purchase', { onDelete: 'CASCADE', primary: true }),
    attempt: { ...column.integer, primary: true },
    contentType: column.oneOf(documentFile.types),
    ...fileColumns,
    uploadedById: column.reference('User'),
    createdAt: column.createdAt,
  },
  indices: [{ name: 'order_receipts_uploaded_by', columns: ['uploadedById'] }],
});

/** The question to a payer whose course now costs far more than was paid; at most one waits for each purchase. */
export type PriceChoice = RowOf<typeof PriceChoiceEntity>;

export const PriceChoiceEntity = defineEntity({
  name: 'PriceChoice',
  tableName: 'price_choices',
  columns: {
    id: column.id,
    purchaseId: column.reference('Purchase'),
    /**
     * `paid` the difference, `refund` asked for the money back, `expired` without an answer, `withdrawn` because the
     * purchase ended or operators no longer need the answer.
     */
    status: column.oneOf(['waiting', 'paid', 'refund', 'expired', 'withdrawn'], { default: 'waiting' }),
    /** The price of the course now, and the missing amount, in minor units of the payment's currency. */
    priceMinor: column.amountMinor,
    differenceMinor: column.amountMinor,
    /** Less than the price of the request was paid; otherwise the course became dearer. */
    isShortPayment: column.flag,
    /** The operator's words to the payer; empty without any. */
    message: column.kept(column.text),
    askedById: column.ofOthers(column.reference('User')),
    /** Without an answer until then the money goes back. */
    dueAt: column.time,
    remindedAt: column.moment,
    answeredAt: column.moment,
    createdAt: column.createdAt,
  },
  indices: [
    {
      name: 'price_choices_one_waiting',
      columns: ['purchaseId'],
      unique: true,
      where: `status = 'waiting'`,
    },
    { name: 'price_choices_purchase', columns: ['purchaseId'] },
    { name: 'price_choices_asked_by', columns: ['askedById'] },
  ],
  checks: [
    { name: 'price_choices_amounts', expression: 'difference_minor > 0 AND price_minor > difference_minor' },
    { name: 'price_choices_answered', expression: `(status = 'waiting') = (answered_at IS NULL)` },
  ],
});
