import * as z from 'zod/mini';
import { dataResponse, endpoint, MessageSchema } from '../endpoint.ts';
import { IdSchema, optionalText, PagingSchema } from '../fields.ts';
import { CurrencySchema } from '../money.ts';
import { paymentStatuses } from '../payments/payment-status.ts';
import { MomentSchema, MoneySchema, NamedPersonSchema } from './desk-fields.ts';

// A form without JavaScript, and an empty choice, send an empty text.
const emptyToAbsent = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (value === '' ? undefined : value)),
      z.optional(schema),
    ),
  );
const day = emptyToAbsent(z.iso.date('Please choose a day.'));

const paymentFilters = {
  status: emptyToAbsent(z.enum(paymentStatuses, 'Please choose a status.')),
  currency: emptyToAbsent(CurrencySchema),
  /** Part of the reference, the payer's name or address, or the course. */
  search: optionalText(100),
  /** First and last day of the start of the payment, UTC. */
  from: day,
  until: day,
};

export const listPayments = endpoint({
  method: 'GET',
  path: '/ops/money/payments',
  summary: 'Payments by state, newest first',
  auth: 'desk',
  query: z.object({ ...paymentFilters, ...PagingSchema }),
  response: dataResponse(
    z.object({
      payments: z.array(
        z.object({
          id: z.string(),
          reference: z.string(),
          status: z.enum(paymentStatuses),
          course: z.string(),
          payer: NamedPersonSchema,
          amount: MoneySchema,
          createdAt: MomentSchema,
        }),
      ),
      currentPage: z.number(),
      totalPages: z.number(),
      total: z.number(),
      /** Number of payments by status that match the other filters. */
      byStatus: z.partialRecord(z.enum(paymentStatuses), z.number()),
    }),
  ),
});
/** A page of payments. */
export type PaymentPage = z.output<typeof listPayments.response>['data'];

export const exportPayments = endpoint({
  method: 'GET',
  path: '/ops/money/payments.csv',
  summary:
    'The payments that match the filters as CSV, oldest first; the export is recorded in the audit log',
  auth: 'desk',
  query: z.object(paymentFilters),
  response: 'csv',
});

const PostingSchema = z.object({ account: z.string(), amount: MoneySchema });

/** A transaction of the ledger: a debit is positive, a credit negative. */
const LedgerTransactionSchema = z.object({
  id: z.string(),
  kind: z.string(),
  reference: z.string(),
  /** Null for an allotment and what it pays for. */
  paymentId: z.nullable(z.string()),
  actor: z.nullable(z.string()),
  at: MomentSchema,
  postings: z.array(PostingSchema),
});
/** See {@link LedgerTransactionSchema}. */
export type DeskLedgerTransaction = z.output<typeof LedgerTransactionSchema>;

const textOrNull = z.nullable(z.string());

export const getPaymentStory = endpoint({
  method: 'GET',
  path: '/ops/money/payments/:id',
  summary: 'One payment beside what the provider reported, with everything that happened to it',
  auth: 'desk',
  params: z.object({ id: IdSchema }),
  response: dataResponse(
    z.object({
      id: z.string(),
      reference: z.string(),
      status: z.enum(paymentStatuses),
      reviewReason: textOrNull,
      course: z.string(),
      requestStatus: z.string(),
      payer: NamedPersonSchema,
      learner: NamedPersonSchema,
      isAnonymous: z.boolean(),
      receiptNumber: textOrNull,
      /** Our row beside the provider's; `differs` where both say something, and not the same. */
      comparison: z.array(
        z.object({ name: z.string(), ours: textOrNull, provider: textOrNull, differs: z.boolean() }),
      ),
      /** When the provider last reported or was last asked; null when it never was. */
      reportedAt: z.nullable(MomentSchema),
      refunds: z.array(
        z.object({
          id: z.string(),
          status: z.string(),
          origin: z.string(),
          amount: MoneySchema,
          reason: z.string(),
          failureReason: textOrNull,
          createdAt: MomentSchema,
        }),
      ),
      disputes: z.array(
        z.object({
          id: z.string(),
          status: z.string(),
          outcome: textOrNull,
          amount: MoneySchema,
          category: textOrNull,
          dueAt: MomentSchema,
        }),
      ),
      purchase: z.nullable(
        z.object({
          status: z.string(),
          attempt: z.number(),
          orderNumber: textOrNull,
          spent: z.nullable(MoneySchema),
          failureReason: textOrNull,
        }),
      ),
      transactions: z.array(LedgerTransactionSchema),
      webhooks: z.array(
        z.object({ id: z.string(), event: z.string(), at: MomentSchema, payload: z.string() }),
      ),
      cases: z.array(z.object({ id: z.string(), kind: z.string(), summary: z.string(), status: z.string() })),
      /** What happened, oldest first. */
      timeline: z.array(z.object({ at: MomentSchema, what: z.string(), detail: z.string() })),
    }),
  ),
});
/** Everything that the page of a payment shows. */
export type PaymentStory = z.output<typeof getPaymentStory.response>['data'];

export const verifyPaymentAgain = endpoint({
  method: 'POST',
  path: '/ops/money/payments/:id/verify',
  summary: 'Verify a payment and its refunds with the provider once more, as a job',
  auth: 'desk',
  idempotency: 'repeatable',
  params: z.object({ id: IdSchema }),
  response: MessageSchema,
});

export const getLedger = endpoint({
  method: 'GET',
  path: '/ops/money/ledger',
  summary: 'Balances by account and currency, and the newest transactions, of one account or of all',
  auth: 'desk',
  query: z.object({ account: optionalText(60), ...PagingSchema }),
  response: dataResponse(
    z.object({
      /** Accounts of requests and of pools are one line each, `request:*` and `pool:*`. */
      balances: z.array(
        z.object({
          account: z.string(),
          currency: z.string(),
          /** Number of accounts that the line stands for. */
          accounts: z.number(),
          debitsMinor: z.number(),
          creditsMinor: z.number(),
          /** Debits less credits. */
          balanceMinor: z.number(),
        }),
      ),
      transactions: z.array(LedgerTransactionSchema),
      currentPage: z.number(),
      hasMore: z.boolean(),
    }),
  ),
});
/** The ledger page. */
export type LedgerPage = z.output<typeof getLedger.response>['data'];

export const exportLedger = endpoint({
  method: 'GET',
  path: '/ops/money/ledger.csv',
  summary: 'The lines of the ledger as CSV, oldest first; the export is recorded in the audit log',
  auth: 'desk',
  query: z.object({ account: optionalText(60) }),
  response: 'csv',
});

export const getReconciliation = endpoint({
  method: 'GET',
  path: '/ops/money/reconciliation',
  summary: 'The last reconciliations of the ledger with the books of the provider, newest first',
  auth: 'desk',
  response: dataResponse(
    z.object({
      /** A reconciliation that an operator requested waits or runs. */
      isRunning: z.boolean(),
      runs: z.array(
        z.object({
          id: z.string(),
          startedAt: MomentSchema,
          finishedAt: MomentSchema,
          since: MomentSchema,
          requestedBy: textOrNull,
          transactions: z.number(),
          recordedFees: z.number(),
          differences: z.array(z.object({ summary: z.string(), caseId: textOrNull })),
          /** Number of differences; only the first are listed. */
          differenceCount: z.number(),
          /** Why it could not be finished; null when it was. */
          failure: textOrNull,
        }),
      ),
    }),
  ),
});
/** The reconciliations. */
export type Reconciliations = z.output<typeof getReconciliation.response>['data'];

export const startReconciliation = endpoint({
  method: 'POST',
  path: '/ops/money/reconciliation',
  summary: 'Reconcile the ledger with the provider now, as a job',
  auth: 'desk',
  idempotency: 'once',
  statuses: [202],
  response: MessageSchema,
});
