import * as z from 'zod';
import {
  amountField,
  currencyField,
  idField,
  type ProviderCall,
  type ProviderRange,
  pageSize,
  rangeQuery,
  readAllPages,
  textField,
  timeField,
} from './fields.ts';

/** States of a refund at the provider. A state that we do not know counts as `processing`, so it is read again. */
export type ProviderRefundStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'needs_attention';

/** A refund as the provider reports it; the amount in minor units. */
export interface ProviderRefund {
  id: string;
  /** The provider's number of the transaction; null where it is not said. */
  transactionId: string | null;
  /** Null where the provider names the transaction only by its number. */
  reference: string | null;
  status: ProviderRefundStatus;
  amountMinor: number;
  currency: string;
  createdAt: Date | null;
}

/** A bank account of a payer, for a refund that cannot go back the way it was paid. */
export interface RefundAccount {
  currency: string;
  accountNumber: string;
  /** The provider's id of the bank. */
  bankId: string;
}

/** A bank, by the provider's id. */
export interface Bank {
  id: string;
  name: string;
}

/** The refund calls of the provider. */
export interface RefundCalls {
  /** Starts a refund. The provider has no idempotency key, so a call without an answer must not be repeated. */
  createRefund(input: {
    reference: string;
    amountMinor: number;
    currency: string;
    merchantNote: string;
  }): Promise<ProviderRefund>;
  /** Returns all refunds of the account in a time range, also those that are not ours. The list has no other filter. */
  listRefunds(range: ProviderRange): Promise<ProviderRefund[]>;
  readRefund(id: string): Promise<ProviderRefund>;
  /** Returns the banks to which a refund can be sent in this currency. */
  listBanks(currency: string): Promise<Bank[]>;
  /** Repeats a refund that needs attention to this account. @throws ProviderRejectedError in any other state. */
  retryRefund(id: string, account: RefundAccount): Promise<ProviderRefund>;
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
    idField.transform((id) => ({ id, reference: null })),
    z.looseObject({ id: idField.nullish(), reference: textField }),
  ])
  .nullish()
  .catch(null);

const RefundSchema = z
  .object({
    id: idField,
    status: z.string(),
    amount: amountField,
    currency: currencyField,
    transaction_reference: textField,
    transaction: TransactionField,
    createdAt: timeField,
    created_at: timeField,
  })
  .transform(
    (refund): ProviderRefund => ({
      id: refund.id,
      transactionId: refund.transaction?.id ?? null,
      reference: refund.transaction_reference ?? refund.transaction?.reference ?? null,
      status: statuses.get(refund.status) ?? 'processing',
      amountMinor: refund.amount,
      currency: refund.currency,
      createdAt: refund.createdAt ?? refund.created_at,
    }),
  );
const RefundResponse = z.object({ status: z.literal(true), data: RefundSchema });

const BanksResponse = z.object({
  status: z.literal(true),
  data: z.array(z.object({ id: idField, name: z.string() })),
});

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
      return (await call(BanksResponse, `/bank?${new URLSearchParams({ currency })}`)).data;
    },
    async retryRefund(id, { currency, accountNumber, bankId }) {
      const body = { refund_account_details: { currency, account_number: accountNumber, bank_id: bankId } };
      const path = `/refund/retry_with_customer_details/${encodeURIComponent(id)}`;
      return (await call(RefundResponse, path, { method: 'POST', body: JSON.stringify(body) })).data;
    },
  };
}
