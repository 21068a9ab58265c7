import * as z from 'zod/mini';
import { caseStatuses } from '../cases/cases.ts';
import { dataResponse, endpoint, listOf, nullableObject, objectResponse } from '../endpoint.ts';
import { idParams, optionalText, PagingSchema } from '../fields.ts';
import { pledgeStatuses } from '../funding/pledges.ts';
import { paymentStatuses, refundOrigins, refundStatuses } from '../payments/payment-status.ts';
import { CurrencySchema } from '../price-fields.ts';
import { purchaseStatuses } from '../purchases/purchase-status.ts';
import { requestStatuses } from '../requests/request-status.ts';
import {
  DayFilterSchema,
  emptyToAbsent,
  MomentSchema,
  MoneySchema,
  NamedPersonSchema,
} from './desk-fields.ts';
import { ComparedPaymentSchema, DisputeFactsSchema } from './desk-payment-facts.ts';

const paymentFilters = {
  status: emptyToAbsent(z.enum(paymentStatuses, 'Please choose a status.')),
  currency: emptyToAbsent(CurrencySchema),
  /** Part of the reference, the payer's name or address, or the course. */
  search: optionalText(100),
  /** First and last day of the start of the payment, UTC. */
  from: DayFilterSchema,
  until: DayFilterSchema,
};

export const listPayments = endpoint('GET', '/ops/money/payments', 'desk', {
  summary: 'Payments by state, newest first',
  query: z.object({ ...paymentFilters, ...PagingSchema }),
  response: objectResponse({
    payments: listOf({
      id: z.string(),
      reference: z.string(),
      status: z.enum(paymentStatuses),
      course: z.string(),
      payer: NamedPersonSchema,
      /** As captured; before that, as asked for. */
      amount: MoneySchema,
      createdAt: MomentSchema,
    }),
    currentPage: z.number(),
    totalPages: z.number(),
    total: z.number(),
    /** Number of payments by status that match the other filters. */
    byStatus: z.partialRecord(z.enum(paymentStatuses), z.number()),
  }),
});
export type PaymentPage = z.output<typeof listPayments.response>['data'];

export const exportPayments = endpoint('GET', '/ops/money/payments.csv', 'desk', {
  summary:
    'The payments that match the filters as CSV, oldest first; the export is recorded in the audit log',
  query: z.object(paymentFilters),
  response: 'csv',
});

/** Course and learner of the account of one request; null for another account. */
const AccountAboutSchema = z.nullable(z.string());
const PostingSchema = z.object({ account: z.string(), about: AccountAboutSchema, amount: MoneySchema });

/** A transaction of the ledger: a debit is positive, a credit negative. */
const LedgerTransactionSchema = z.object({
  id: z.string(),
  kind: z.string(),
  reference: z.string(),
  /** Null for an allotment and the purchase that it pays for. */
  paymentId: z.nullable(z.string()),
  /** Course, payer and receipt number of the payment; null without one. */
  paymentAbout: z.nullable(z.string()),
  actor: z.nullable(z.string()),
  at: MomentSchema,
  postings: z.array(PostingSchema),
});
export type DeskLedgerTransaction = z.output<typeof LedgerTransactionSchema>;

const textOrNull = z.nullable(z.string());

export const getPaymentStory = endpoint('GET', '/ops/money/payments/:id', 'desk', {
  summary: 'One payment beside what the provider reported, with everything that happened to it',
  params: idParams,
  response: dataResponse(
    z.extend(ComparedPaymentSchema, {
      reviewReason: textOrNull,
      course: z.string(),
      requestStatus: z.enum(requestStatuses),
      learner: NamedPersonSchema,
      isAnonymous: z.boolean(),
      receiptNumber: textOrNull,
      refunds: listOf({
        id: z.string(),
        status: z.enum(refundStatuses),
        origin: z.enum(refundOrigins),
        amount: MoneySchema,
        reason: z.string(),
        failureReason: textOrNull,
        createdAt: MomentSchema,
      }),
      disputes: listOf({
        id: z.string(),
        status: DisputeFactsSchema.shape.status,
        outcome: DisputeFactsSchema.shape.outcome,
        amount: MoneySchema,
        category: textOrNull,
        dueAt: MomentSchema,
        evidence: DisputeFactsSchema.shape.evidence,
      }),
      purchase: nullableObject({
        status: z.enum(purchaseStatuses),
        attempt: z.number(),
        orderNumber: textOrNull,
        spent: z.nullable(MoneySchema),
        failureReason: textOrNull,
      }),
      transactions: z.array(LedgerTransactionSchema),
      webhooks: listOf({ id: z.string(), event: z.string(), at: MomentSchema, payload: z.string() }),
      cases: listOf({ id: z.string(), kind: z.string(), summary: z.string(), status: z.enum(caseStatuses) }),
      /** Events, oldest first. */
      timeline: listOf({ at: MomentSchema, what: z.string(), detail: z.string() }),
    }),
  ),
});
export type PaymentStory = z.output<typeof getPaymentStory.response>['data'];

export const verifyPaymentAgain = endpoint('POST', '/ops/money/payments/:id/verify', 'desk', {
  summary: 'Verify a payment and its refunds with the provider once more, as a job',
  idempotency: 'repeatable',
  params: idParams,
});

export const getLedger = endpoint('GET', '/ops/money/ledger', 'desk', {
  summary: 'Balances by account and currency, and the newest transactions, of one account or of all',
  query: z.object({ account: optionalText(60), ...PagingSchema }),
  response: objectResponse({
    /** Accounts of requests and of pools are one line each, `request:*` and `pool:*`. */
    balances: listOf({
      account: z.string(),
      about: AccountAboutSchema,
      currency: z.string(),
      /** Number of accounts that the line stands for. */
      accounts: z.number(),
      debitsMinor: z.number(),
      creditsMinor: z.number(),
      /** Debits less credits. */
      balanceMinor: z.number(),
    }),
    transactions: z.array(LedgerTransactionSchema),
    currentPage: z.number(),
    hasMore: z.boolean(),
  }),
});
export type LedgerPage = z.output<typeof getLedger.response>['data'];

export const exportLedger = endpoint('GET', '/ops/money/ledger.csv', 'desk', {
  summary: 'The lines of the ledger as CSV, oldest first; the export is recorded in the audit log',
  query: z.object({ account: optionalText(60) }),
  response: 'csv',
});

export const getReconciliation = endpoint('GET', '/ops/money/reconciliation', 'desk', {
  summary: 'The last reconciliations of the ledger with the books of the provider, newest first',
  response: objectResponse({
    /** A reconciliation that an operator requested waits or runs. */
    isRunning: z.boolean(),
    runs: listOf({
      id: z.string(),
      startedAt: MomentSchema,
      finishedAt: MomentSchema,
      since: MomentSchema,
      requestedBy: textOrNull,
      transactions: z.number(),
      recordedFees: z.number(),
      differences: listOf({
        summary: z.string(),
        caseId: textOrNull,
        /** The payment with its reference; null where there is none. */
        payment: nullableObject({ id: z.string(), reference: z.string(), payer: NamedPersonSchema }),
        /** What the provider says about a transaction that no payment has. */
        transaction: nullableObject({
          reference: z.string(),
          providerId: z.string(),
          amount: MoneySchema,
          payerEmail: textOrNull,
          paidAt: z.nullable(MomentSchema),
        }),
      }),
      /** Number of differences; only the first are listed. */
      differenceCount: z.number(),
      /** Why it could not be finished; null when it was. */
      failure: textOrNull,
    }),
  }),
});
export type Reconciliations = z.output<typeof getReconciliation.response>['data'];

export const startReconciliation = endpoint('POST', '/ops/money/reconciliation', 'desk', {
  summary: 'Reconcile the ledger with the provider now, as a job',
  idempotency: 'once',
  statuses: [202],
});

export const listDeskPledges = endpoint('GET', '/ops/money/pledges', 'desk', {
  summary: 'Pledges of sponsors to groups, newest first; nothing was charged for them',
  query: z.object(PagingSchema),
  response: objectResponse({
    pledges: listOf({
      id: z.string(),
      amount: MoneySchema,
      targetGroup: z.string(),
      note: z.nullable(z.string()),
      status: z.enum(pledgeStatuses),
      sponsor: NamedPersonSchema,
      createdAt: MomentSchema,
    }),
    /** Pledges that are not withdrawn, by currency. */
    totals: z.array(MoneySchema),
    currentPage: z.number(),
    hasMore: z.boolean(),
  }),
});
export type DeskPledgePage = z.output<typeof listDeskPledges.response>['data'];
