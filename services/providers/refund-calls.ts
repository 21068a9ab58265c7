import * as z from 'zod';
import * as field from './fields.ts';
import { type ProviderCall, type ProviderRange, pageSize, rangeQuery, readAllPages } from './fields.ts';

/** States of a refund at the provider. A state that we do not know counts as `processing`, so it is read again. */
export type ProviderRefundStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'needs_attention';

/** A bank account of a payer, for a refund that cannot go back the way it was paid. */
export interface RefundAccount {
  currency: string;
  accountNumber: string;
  /** The provider's id of the bank. */
  bankId: string;
}

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
    /** The provider's number of the transaction; null where it is not said. */
    transactionId: transaction?.id ?? null,
    /** Null where the provider names the transaction only by its number. */
    reference: refund.transaction_reference ?? transaction?.reference ?? null,
    status: statuses.get(status) ?? 'processing',
    amountMinor: amount,
    currency,
    createdAt: refund.createdAt ?? refund.created_at,
  }));
/** A refund as the provider reports it; the amount in minor units. */
export type ProviderRefund = z.output<typeof RefundSchema>;

const RefundResponse = z.object({ status: z.literal(true), data: RefundSchema });

const BanksResponse = z.object({
  status: z.literal(true),
  data: z.array(z.object({ id: field.id, name: z.string(), currency: field.currency })),
});

// Provider documentation, "Miscellaneous", List Banks. It does not say what a list for another currency contains.
const currenciesWithBanks = ['GHS', 'KES', 'NGN', 'ZAR'];

/** Returns whether the provider can send a refund in this currency to a bank account. */
export const hasBanks = (currency: string): boolean => currenciesWithBanks.includes(currency);

/** Creates the refund calls (provider documentation, "Refunds"). */
export function createRefundCalls(call: ProviderCall) {
  return {
    /** Starts a refund. The provider has no idempotency key, so a call without an answer must not be repeated. */
    async createRefund(input: {
      reference: string;
      amountMinor: number;
      currency: string;
      merchantNote: string;
    }) {
      const { reference, amountMinor, currency, merchantNote } = input;
      const body = { transaction: reference, amount: amountMinor, currency, merchant_note: merchantNote };
      const { data } = await call(RefundResponse, '/refund', { method: 'POST', body: JSON.stringify(body) });
      return data;
    },
    /** Returns all refunds of the account in a time range, also those that are not ours. The list has no other filter. */
    listRefunds: (range: ProviderRange) =>
      readAllPages(call, '/refund', { ...rangeQuery(range), perPage: pageSize }, RefundSchema),
    async readRefund(id: string) {
      return (await call(RefundResponse, `/refund/${encodeURIComponent(id)}`)).data;
    },
    /** Returns the banks to which a refund can be sent in this currency; none where the provider has no list of them. */
    async listBanks(currency: string) {
      if (!hasBanks(currency)) return [];
      const { data } = await call(BanksResponse, `/bank?${new URLSearchParams({ currency })}`);
      return data.filter((bank) => bank.currency === currency).map(({ id, name }) => ({ id, name }));
    },
    /** Repeats a refund that needs attention to this account. @throws ProviderRejectedError in any other state. */
    async retryRefund(id: string, { currency, accountNumber, bankId }: RefundAccount) {
      const body = { refund_account_details: { currency, account_number: accountNumber, bank_id: bankId } };
      const path = `/refund/retry_with_customer_details/${encodeURIComponent(id)}`;
      return (await call(RefundResponse, path, { method: 'POST', body: JSON.stringify(body) })).data;
    },
  };
}
