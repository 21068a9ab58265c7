import * as z from 'zod';
import type { PaymentProvider, ProviderRefundStatus } from '../payment-provider.ts';
import { paystackCapabilities } from './capabilities.ts';
import * as field from './fields.ts';
import { type ProviderCall, pageSize, rangeQuery, readAllPages } from './fields.ts';

const statuses = new Map<string, ProviderRefundStatus>([
  ['pending', 'pending'],
  ['processing', 'processing'],
  ['processed', 'processed'],
  ['failed', 'failed'],
  ['needs-attention', 'needs_attention'],
]);

/** The whole transaction in some answers, its number in others. */
const TransactionField = z
  .union([
    field.id.transform((id) => ({ id, reference: null })),
    z.looseObject({ id: field.id.nullish(), reference: field.text }),
  ])
  .nullish()
  .catch(null);

const RefundSchema = z
  .object({
    id: field.id,
    status: z.string(),
    amount: field.amount,
    currency: field.currency,
    transaction_reference: field.text,
    transaction: TransactionField,
    createdAt: field.time,
    created_at: field.time,
  })
  .transform(({ id, status, amount, currency, transaction, ...refund }) => ({
    id,
    transactionId: transaction?.id ?? null,
    reference: refund.transaction_reference ?? transaction?.reference ?? null,
    status: statuses.get(status) ?? 'processing',
    amountMinor: amount,
    currency,
    createdAt: refund.createdAt ?? refund.created_at,
  }));
const RefundResponse = z.object({ status: z.literal(true), data: RefundSchema });

const BanksResponse = z.object({
  status: z.literal(true),
  data: z.array(z.object({ id: field.id, name: z.string(), currency: field.currency })),
});

type RefundCalls = Pick<
  PaymentProvider,
  'createRefund' | 'listRefunds' | 'readRefund' | 'listBanks' | 'retryRefund'
>;

/** Creates the refund calls (provider documentation, "Refunds"). */
export function createRefundCalls(call: ProviderCall): RefundCalls {
  return {
    async createRefund({ reference, amountMinor, currency, merchantNote }) {
      const body = { transaction: reference, amount: amountMinor, currency, merchant_note: merchantNote };
      const { data } = await call(RefundResponse, '/refund', { method: 'POST', body: JSON.stringify(body) });
      return data;
    },
    listRefunds: (range) =>
      readAllPages(call, '/refund', { ...rangeQuery(range), perPage: pageSize }, RefundSchema),
    async readRefund(id) {
      return (await call(RefundResponse, `/refund/${encodeURIComponent(id)}`)).data;
    },
    async listBanks(currency) {
      if (!paystackCapabilities.refundAccountCurrencies.includes(currency)) return [];
      const { data } = await call(BanksResponse, `/bank?${new URLSearchParams({ currency })}`);
      return data.filter((bank) => bank.currency === currency).map(({ id, name }) => ({ id, name }));
    },
    async retryRefund(id, { currency, accountNumber, bankId }) {
      const body = { refund_account_details: { currency, account_number: accountNumber, bank_id: bankId } };
      const path = `/refund/retry_with_customer_details/${encodeURIComponent(id)}`;
      return (await call(RefundResponse, path, { method: 'POST', body: JSON.stringify(body) })).data;
    },
  };
}
