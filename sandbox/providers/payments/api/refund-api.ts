import { Router } from 'express';
import { z } from 'zod';
import { textOf } from '#services/platform/text-of.ts';
import type { PaymentStores } from '../payment-stores.ts';
import { addRefund, moveRefund, refundableMinor } from '../refunds/process-refund.ts';
import type { Refund } from '../refunds/refund.ts';
import { createdRefundData, refundData, refundOfAnother, retriedRefundData } from '../refunds/refund-data.ts';
import { isCaptured, type Transaction } from '../transaction.ts';
import { listMeta, type RunCall, readListQuery, selectorOf, success } from './protocol.ts';
import { providerErrors } from './provider-error.ts';

const CreateSchema = z.object({
  transaction: z.union([z.string().min(1), z.number().int()]).transform(String),
  amount: z.coerce.number().int().positive().nullish(),
  currency: z.string().nullish(),
  customer_note: z.string().nullish(),
  merchant_note: z.string().nullish(),
});
const RetrySchema = z.object({
  refund_account_details: z.object({
    currency: z.string().min(3),
    account_number: z.string().regex(/^\d{6,20}$/),
    bank_id: z.union([z.string().min(1), z.number()]).transform(String),
  }),
});

/** The provider's refund calls (payments protocol, "Refunds"), to be mounted at `/refund`. */
export function createRefundApi(deps: PaymentStores, run: RunCall) {
  const { ledger, refunds, store } = deps;
  const api = Router();

  const findTransaction = (given: string): Transaction | undefined =>
    ledger.find(given) ?? ledger.findByText(given);
  const transactionOf = ({ reference }: Refund): Transaction => ledger.get(reference);
  const requireRefund = (refund: Refund | undefined): Refund => {
    if (!refund) throw providerErrors.unknownRefund();
    return refund;
  };

  function createRefund(body: unknown) {
    const parsed = CreateSchema.safeParse(body);
    if (!parsed.success) throw providerErrors.invalidParameter('"transaction" or "amount" is not valid');
    const transaction = findTransaction(parsed.data.transaction);
    if (!transaction) throw providerErrors.notFound(400);
    if (!isCaptured(transaction)) throw providerErrors.notRefundable('Transaction has not been paid');
    const left = refundableMinor(deps, transaction);
    const amountMinor = parsed.data.amount ?? left;
    if (left === 0) throw providerErrors.notRefundable('Transaction has been fully reversed');
    if (amountMinor > left)
      throw providerErrors.notRefundable('Refund amount cannot be more than the amount left');
    const { customer_note: customerNote = null, merchant_note: merchantNote = null } = parsed.data;
    const refund = addRefund(deps, {
      reference: transaction.reference,
      amountMinor,
      currency: transaction.currency,
      status: 'pending',
      isFromDashboard: false,
      customerNote,
      merchantNote,
    });
    return createdRefundData(refund, transactionOf(refund));
  }

  api.post('/', (req, res) => {
    const { transaction } = Object(req.body) as { transaction?: unknown };
    return run(res, 'refund', selectorOf(findTransaction(textOf(transaction))), () =>
      success(
        'Refund has been queued for processing',
        store.transaction(() => createRefund(req.body)),
      ),
    );
  });

  api.get('/', (req, res) => {
    // The document promises no filter but the time, so `reference` changes nothing.
    return run(res, 'refund_list', selectorOf(undefined), () => {
      const range = readListQuery(req.query);
      const { rows, total } = refunds.page(range);
      const data = rows.map((refund) => refundData(refund, transactionOf(refund)));
      if (rows.length < range.limit && range.fromMs <= Date.now()) data.push(refundOfAnother());
      const failedRefundCount = refunds.list().filter(({ status }) => status === 'failed').length;
      const meta = { ...listMeta(range, total + 1), perPage: String(range.limit), failedRefundCount };
      return success('Refunds retrieved', data, meta);
    });
  });

  api.get('/:id', (req, res) => {
    const refund = refunds.findByText(req.params.id);
    return run(res, 'refund_fetch', selectorOf(refund && transactionOf(refund)), () =>
      success('Refund retrieved', refundData(requireRefund(refund), transactionOf(requireRefund(refund)))),
    );
  });

  api.post('/retry_with_customer_details/:id', (req, res) => {
    const refund = refunds.findByText(req.params.id);
    return run(res, 'refund_retry', selectorOf(refund && transactionOf(refund)), () => {
      const current = refund && refunds.find(refund.id);
      const parsed = RetrySchema.safeParse(req.body);
      if (!parsed.success) throw providerErrors.notRetryable('"refund_account_details" is not valid');
      if (current?.status !== 'needs-attention')
        throw providerErrors.notRetryable('Refund does not need attention');
      const accountLast4 = parsed.data.refund_account_details.account_number.slice(-4);
      const moved = store.transaction(() =>
        moveRefund(deps, current, 'processing', { accountLast4, retries: current.retries + 1 }),
      );
      const data = retriedRefundData(moved, transactionOf(moved));
      return success('Refund retried and has been queued for processing', data);
    });
  });

  return api;
}
