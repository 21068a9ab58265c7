import type { DataSource } from 'typeorm';
import type { exportLedger as contract } from '#contracts/desk/desk-money.ts';
import { ledgerAccountName, ledgerKindName, meantMinor } from '#contracts/desk/ledger-words.ts';
import { toMajor } from '#contracts/money.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import type { Handler } from '#services/deps.ts';
import { receiptNumberText } from '#services/payments/receipts.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { aboutAccount, hasAccount } from './ledger.ts';
import { readInBatches } from './read-in-batches.ts';

const columns = [
  'recorded at',
  'transaction',
  'event',
  'reference',
  'payment',
  'receipt number',
  'operator',
  'line',
  'account',
  'amount',
  'account code',
  'currency',
  'debit',
  'credit',
];

interface ExportedPosting {
  at: Date;
  cursorId: string;
  kind: string;
  reference: string;
  payment: string | null;
  receiptNumber: number | null;
  operator: string | null;
  line: number;
  account: string;
  about: string | null;
  currency: string;
  minor: number;
}

/**
 * Streams the lines of the ledger as CSV in the words of the page, amounts in major units: `amount` with the sign of its
 * meaning, and as debit or credit for accountants. The audit log records who exported it.
 */
export const exportLedger: Handler<typeof contract> = async ({ query, caller }, { db }) => {
  const account = query.account || null;
  const what = account ? ledgerAccountName(account) : 'All accounts';
  await inTransaction(db, (manager) => recordAudit(manager, 'ledger.exported', 'ledger', what, caller.id));
  return {
    fileName: `ledger-${new Date().toISOString().slice(0, 10)}.csv`,
    columns,
    batches: readPostings(db, account),
  };
};

async function* readPostings(db: DataSource, account: string | null) {
  const batches = readInBatches<ExportedPosting>(
    db,
    `SELECT t.created_at::text AS "cursorAt", t.id AS "cursorId", t.created_at AS at,
       t.kind, t.reference, pay.reference AS payment, pay.receipt_number::float8 AS "receiptNumber",
       u.full_name AS operator, p.line, p.account, ${aboutAccount('p.account')} AS about, p.currency,
       p.amount_minor::float8 AS minor
     FROM (SELECT * FROM ledger_transactions t WHERE (t.created_at, t.id) > ($1::timestamptz, $2::uuid)
         AND ${hasAccount(account, '$4')}
       ORDER BY t.created_at, t.id LIMIT $3) AS t
     JOIN ledger_postings p ON p.transaction_id = t.id
     LEFT JOIN payments pay ON pay.id = t.payment_id LEFT JOIN users u ON u.id = t.actor_id
     ORDER BY t.created_at, t.id, p.line`,
    [account],
  );
  for await (const batch of batches) yield batch.map(toCells);
}

function toCells({ at, cursorId, kind, account, about, minor, receiptNumber, ...posting }: ExportedPosting) {
  const amount = toMajor(Math.abs(minor)).toFixed(2);
  return [
    at.toISOString(),
    cursorId,
    ledgerKindName(kind),
    posting.reference,
    posting.payment,
    receiptNumber === null ? null : receiptNumberText(receiptNumber),
    posting.operator,
    posting.line,
    ledgerAccountName(account, about),
    toMajor(meantMinor(account, minor)).toFixed(2),
    account,
    posting.currency,
    minor > 0 ? amount : null,
    minor < 0 ? amount : null,
  ];
}
