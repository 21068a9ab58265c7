import type { DataSource } from 'typeorm';
import { dayMs, minuteMs } from '#contracts/durations.ts';
import { formatMinor } from '#contracts/money.ts';
import { isOpen, requestStatuses } from '#contracts/requests/request-status.ts';
import { openCase } from '#services/cases/open-case.ts';
import { rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { ListedTransaction, PaymentProvider } from '#services/providers/payment-provider.ts';
import { recordProviderFee } from '../record-transaction.ts';
import { type BookDifference, type BookEntry, compareBooks } from './compare-books.ts';
import { type NamedTransaction, storeUnmatched } from './unmatched-transactions.ts';

/** Result of a reconciliation. */
export interface Reconciliation {
  from: Date;
  /** Number of transactions at the provider that captured money. */
  transactions: number;
  /** Fees that the provider had not said before. */
  recordedFees: number;
  differences: BookDifference[];
}

type Books = Pick<PaymentProvider, 'listTransactions' | 'listRefunds' | 'listDisputes'>;
interface OurEntry extends BookEntry {
  paymentId: string;
}

/** A webhook and a settlement need some time: a younger transaction is not compared yet. */
const defaultSettledAfterMs = 10 * minuteMs;
const capturedStatuses = new Set(['success', 'reversed', 'reversal pending', 'reversal_pending']);

/**
 * Compares the ledger with the provider's transactions, refunds and disputes of the last `days`, records fees that the
 * provider did not say before, stores the transactions that no payment has, finds money of requests that have ended, and opens
 * one case per difference; a difference that has an open case gets no second one.
 * @throws ProviderUnavailableError when the provider does not respond.
 */
export async function reconcile(
  db: DataSource,
  provider: Books,
  { days, settledAfterMs = defaultSettledAfterMs }: { days: number; settledAfterMs?: number },
): Promise<Reconciliation> {
  const now = Date.now();
  const from = new Date(now - days * dayMs);
  const listed = await nameTransactions(db, await provider.listTransactions({ from }));
  const captured = listed.filter(
    (transaction) =>
      capturedStatuses.has(transaction.status) &&
      transaction.amountMinor > 0 &&
      (transaction.paidAt ?? transaction.createdAt ?? from).getTime() < now - settledAfterMs,
  );
  const returned = await findReturned(provider, from, listed);
  const theirs = toEntries(captured, returned);
  const references = captured.map(({ reference }) => reference);
  const ours = await findOurs(db, from, references);
  const known = new Set(listed.map(({ reference }) => reference));
  const compared = compareBooks(
    // A transaction that is too young, or running a reversal, is known and not compared.
    ours.filter(({ reference }) => theirs.has(reference) || !known.has(reference)),
    [...theirs.values()],
  );
  const recordedFees = await recordFees(db, ours, theirs);
  const unmatched = await findUnmatched(db, compared, captured);
  const ended = await storeUnmatched(db, unmatched, returned);
  const open = compared.filter(({ kind, reference }) => kind !== 'missing_here' || !ended.has(reference));
  const differences = [...open, ...(await findHeldByEnded(db))];
  for (const { kind, reference, summary } of differences) {
    const subject = { type: 'reconciliation', id: `${kind}:${reference}` } as const;
    await inTransaction(db, (manager) => openCase(manager, { kind: 'reconciliation', subject, summary }));
  }
  return { from, transactions: captured.length, recordedFees, differences };
}

/**
 * Returns the provider's rows, each with a reference: where the provider does not say it, that of the payment with the number of the
 * transaction, and for a transaction that no payment has, that number.
 */
async function nameTransactions(
  db: DataSource,
  listed: readonly ListedTransaction[],
): Promise<NamedTransaction[]> {
  const nameless = listed.flatMap(({ id, reference }) => (reference === null ? id : []));
  const payments = await rows<{ id: string; reference: string }>(
    db,
    'SELECT transaction_id AS id, reference FROM payments WHERE transaction_id = ANY ($1)',
    [nameless],
  );
  const references = new Map(payments.map(({ id, reference }) => [id, reference]));
  return listed.map((row) => ({ ...row, reference: row.reference ?? references.get(row.id) ?? row.id }));
}

function toEntries(captured: readonly NamedTransaction[], returned: ReadonlyMap<string, number>) {
  return new Map(
    captured.map(({ reference, amountMinor, currency, feesMinor }) => [
      reference,
      {
        reference,
        currency,
        capturedMinor: amountMinor,
        feesMinor,
        returnedMinor: returned.get(reference) ?? 0,
      },
    ]),
  );
}

/** Returns what the provider gave back, by reference: processed refunds and lost disputes. */
async function findReturned(provider: Books, from: Date, listed: readonly NamedTransaction[]) {
  const references = new Map(listed.map(({ id, reference }) => [id, reference]));
  const returned = new Map<string, number>();
  const add = (reference: string | null, minor: number) => {
    if (reference !== null) returned.set(reference, (returned.get(reference) ?? 0) + minor);
  };
  for (const { transactionId, reference, status, amountMinor } of await provider.listRefunds({ from }))
    if (status === 'processed') add(references.get(transactionId ?? '') ?? reference, amountMinor);
  for (const { reference, resolution, amountMinor } of await provider.listDisputes({ from }))
    if (resolution !== null && resolution !== 'won') add(reference, amountMinor);
  return returned;
}

/** Returns the captured transactions whose reference no payment has. */
async function findUnmatched(
  db: DataSource,
  compared: readonly BookDifference[],
  captured: readonly NamedTransaction[],
): Promise<NamedTransaction[]> {
  const references = compared.filter(({ kind }) => kind === 'missing_here').map(({ reference }) => reference);
  const paid = await rows<{ reference: string }>(
    db,
    'SELECT reference FROM payments WHERE reference = ANY ($1)',
    [references],
  );
  const known = new Set(paid.map(({ reference }) => reference));
  const missing = new Set(references.filter((reference) => !known.has(reference)));
  return captured.filter(({ reference }) => missing.has(reference));
}

// Payments of the sample data whose payment page was never opened are unknown to the provider.
function findOurs(db: DataSource, from: Date, references: string[]): Promise<OurEntry[]> {
  return rows<OurEntry>(
    db,
    `SELECT p.id AS "paymentId", p.reference, l.currency, l.captured_minor::float8 AS "capturedMinor",
       nullif(l.fees_minor, 0)::float8 AS "feesMinor", l.returned_minor::float8 AS "returnedMinor"
     FROM payments p JOIN requests r ON r.id = p.request_id
     CROSS JOIN LATERAL (SELECT * FROM ledger_payments WHERE payment_id = p.id) AS l
     WHERE (p.created_at >= $1 OR p.reference = ANY ($2))
       AND NOT (r.is_sample AND p.opened_at IS NULL AND p.reference = 'sample-' || r.id)`,
    [from, references],
  );
}

/**
 * Returns the accounts of requests that have ended and still hold money of a payment: one that was given back, or one
 * without an open case.
 */
export async function findHeldByEnded(db: DataSource): Promise<BookDifference[]> {
  const held = await rows<{ account: string; heldMinor: number; currency: string }>(
    db,
    `SELECT 'request:' || p.request_id AS account, h.currency, sum(h.held_minor)::float8 AS "heldMinor"
     FROM held_payments h JOIN payments p ON p.id = h.payment_id JOIN requests r ON r.id = p.request_id
     WHERE p.status = 'reversed' OR r.status = ANY ($1) AND NOT EXISTS (SELECT FROM cases c
       WHERE c.subject_type = 'payment' AND c.subject_id = p.id::text AND c.status <> 'closed')
     GROUP BY p.request_id, h.currency ORDER BY 1, 2`,
    [requestStatuses.filter((status) => status !== 'paid' && !isOpen(status))],
  );
  return held.map(({ account, heldMinor, currency }) => ({
    kind: 'held',
    reference: account,
    summary: `${account}: it holds ${formatMinor(heldMinor, currency)} (${currency}), and its request has ended.`,
  }));
}

async function recordFees(db: DataSource, ours: readonly OurEntry[], theirs: ReadonlyMap<string, BookEntry>) {
  let recorded = 0;
  for (const { paymentId, reference, feesMinor, currency } of ours) {
    const fees = theirs.get(reference)?.feesMinor;
    if (feesMinor !== null || !fees) continue;
    const fee = { paymentId, feesMinor: fees, currency };
    if (await inTransaction(db, (manager) => recordProviderFee(manager, fee))) recorded += 1;
  }
  return recorded;
}
