import type { DataSource } from 'typeorm';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { chargeFor, toMajor } from '#contracts/money.ts';
import { receiptNumberText } from '#services/payments/receipts.ts';
import type { Config } from '#services/platform/config.ts';
import { rows } from '#services/platform/database/sql.ts';
import type { PriceChoice } from '../purchase.entity.ts';

type PriceChoiceView = NonNullable<SponsoredRequest['priceChoice']>;
type AddedPayment = SponsoredRequest['payment']['added'][number];
type OfPayment = { paymentId: string };
type WaitingChoice = Pick<
  PriceChoice,
  'id' | 'priceMinor' | 'differenceMinor' | 'isShortPayment' | 'message' | 'dueAt'
> &
  OfPayment;

/** Returns the questions that wait for these payments' payers, by payment. */
export async function findPriceChoices(
  db: DataSource,
  { payment: { serviceFeeBasisPoints } }: Pick<Config, 'payment'>,
  paymentIds: readonly string[],
): Promise<Map<string, PriceChoiceView>> {
  const choices = await rows<WaitingChoice>(
    db,
    `SELECT c.id, p.payment_id AS "paymentId", c.price_minor::float8 AS "priceMinor",
       c.difference_minor::float8 AS "differenceMinor", c.is_short_payment AS "isShortPayment", c.message, c.due_at AS "dueAt"
     FROM price_choices c JOIN purchases p ON p.id = c.purchase_id
     WHERE p.payment_id = ANY ($1) AND c.status = 'waiting' AND c.due_at > now()`,
    [paymentIds],
  );
  return new Map(
    choices.map(({ id, paymentId, priceMinor, differenceMinor, isShortPayment, message, dueAt }) => {
      const { feeMinor, totalMinor } = chargeFor(differenceMinor, serviceFeeBasisPoints);
      const view = {
        _id: id,
        given: toMajor(priceMinor - differenceMinor),
        price: toMajor(priceMinor),
        difference: toMajor(differenceMinor),
        fee: toMajor(feeMinor),
        amount: toMajor(totalMinor),
        isShortPayment,
        message,
        until: dueAt.toISOString(),
      };
      return [paymentId, view];
    }),
  );
}

/** Returns the paid differences of these payments' courses, oldest first, by payment. */
export async function findAddedPayments(
  db: DataSource,
  paymentIds: readonly string[],
): Promise<Map<string, AddedPayment[]>> {
  const payments = await rows<{ reference: string; amountMinor: number; receiptNumber: number } & OfPayment>(
    db,
    `SELECT p.payment_id AS "paymentId", y.reference, y.amount_minor::float8 AS "amountMinor",
       y.receipt_number::float8 AS "receiptNumber"
     FROM payments y JOIN price_choices c ON c.id = y.price_choice_id JOIN purchases p ON p.id = c.purchase_id
     WHERE p.payment_id = ANY ($1) AND y.status = 'added' ORDER BY y.created_at, y.id`,
    [paymentIds],
  );
  const added = new Map<string, AddedPayment[]>();
  for (const { paymentId, reference, amountMinor, receiptNumber } of payments) {
    const view = { reference, amount: toMajor(amountMinor), receiptNumber: receiptNumberText(receiptNumber) };
    added.set(paymentId, [...(added.get(paymentId) ?? []), view]);
  }
  return added;
}
