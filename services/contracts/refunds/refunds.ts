import * as z from 'zod/mini';
import { dataResponse, endpoint, linkToken, listOf } from '../endpoint.ts';
import { refundStatuses } from '../payments/payment-status.ts';

/** Digits of a bank account: 10 in Nigeria, up to 20 elsewhere. */
const AccountNumberSchema = z.string('Please enter the account number.').check(
  z.trim(),
  z.overwrite((text) => text.replaceAll(/[\s-]/g, '')),
  z.minLength(1, { error: 'Please enter the account number.', abort: true }),
  z.regex(/^\d{6,20}$/, 'An account number has 6 to 20 digits.'),
);

/** A refund as its payer sees it; the amount in major units. */
const LinkedRefundSchema = z.object({
  status: z.enum(refundStatuses),
  amount: z.number(),
  currency: z.string(),
  courseTitle: z.string(),
  reference: z.string(),
  /** Whether the payer has to enter bank details now. */
  needsAccount: z.boolean(),
  /**
   * The banks that the payment provider can pay to in this currency; empty unless details are needed, and where it has none:
   * then the payer writes to us.
   */
  banks: listOf({ id: z.string(), name: z.string() }),
});
export type LinkedRefund = z.output<typeof LinkedRefundSchema>;

export const readRefundLink = endpoint('GET', '/refund/link', 'public', {
  summary: 'The refund that a link of a mail is about; changes nothing',
  limit: 'browse',
  query: z.object({ token: linkToken() }),
  response: dataResponse(LinkedRefundSchema),
});

export const RefundAccountSchema = z.object({
  token: linkToken(),
  bankId: z
    .string('Please choose your bank.')
    .check(z.minLength(1, { error: 'Please choose your bank.', abort: true }), z.maxLength(40)),
  accountNumber: AccountNumberSchema,
});
export type RefundAccount = z.output<typeof RefundAccountSchema>;

export const sendRefundAccount = endpoint('POST', '/refund/link', 'public', {
  summary: 'Send the bank account for a refund that cannot go back the way it was paid',
  limit: 'links',
  body: RefundAccountSchema,
  response: dataResponse(LinkedRefundSchema),
});
