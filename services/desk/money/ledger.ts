import type { DataSource } from 'typeorm';
import type * as contracts from '#contracts/desk/desk-money.ts';
import type { DeskLedgerTransaction, LedgerPage } from '#contracts/desk/desk-money.ts';
import { toMajor } from '#contracts/money.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import type { Handler } from '#services/deps.ts';
import { rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';
import { readInBatches } from './read-in-batches.ts';

/** SQL condition for an account, or for all accounts of a group such as `request:*`. */
const ofAccount = (parameter: string) =>
  `(${parameter}::text IS NULL OR account = ${parameter}
    OR (right(${parameter}, 2) = ':*' AND starts_with(account, left(${parameter}, -1))))`;

// LIKE instead of a regular expression, which took half the time of a ledger with 300,000 accounts.
const accountGroup = `CASE WHEN account = $1 THEN account WHEN account LIKE 'request:%' THEN 'request:*'
  WHEN account LIKE 'pool:%' THEN 'pool:*' ELSE account END`;

/** Returns the balances of the ledger and a page of its transactions, of one account or of all. */
export const getLedger: Handler<typeof contracts.getLedger> = async ({ query }, { db }) => {
  const account = query.account || null;
  const balances = await rows<LedgerPage['balances'][number]>(
    db,
    `SELECT ${accountGroup} AS account,
       currency, count(*)::int AS accounts, sum(debits_minor)::float8 AS "debitsMinor",
       sum(credits_minor)::float8 AS "creditsMinor", sum(balance_minor)::float8 AS "balanceMinor"
     FROM ledger_balances WHERE ${ofAccount('$1')} GROUP BY 1, 2 ORDER BY 1, 2`,
    [account],
  );
  const transactions = await findLedgerTransactions(
    db,
    `($1::text IS NULL OR EXISTS (SELECT FROM ledger_postings WHERE transaction_id = t.id AND ${ofAccount('$1')}))
     ORDER BY t.created_at DESC, t.id LIMIT $2 OFFSET $3`,
    [account, query.limit + 1, (query.page - 1) * query.limit],
  );
  return {
    message: 'The ledger.',
    data: {
      balances,
      transactions: transactions.slice(0, query.limit),
      currentPage: query.page,
      hasMore: transactions.length > query.limit,
    },
  };
};

/**
 * Returns transactions of the ledger with their postings, newest first.
 *
 * @param condition SQL on `t` with `$1` …; it may end with an OFFSET and LIMIT after ORDER BY of its own
 */
export async function findLedgerTransactions(
  db: DataSource,
  condition: string,
  values: readonly unknown[],
): Promise<DeskLedgerTransaction[]> {
  const transactions = await rows<WithDates<DeskLedgerTransaction, 'at'>>(
    db,
    `SELECT t.id, t.kind, t.reference, t.payment_id AS "paymentId", u.full_name AS actor, t.created_at AS at,
       (SELECT jsonb_agg(jsonb_build_object('account', p.account, 'amount',
           jsonb_build_object('minor', p.amount_minor, 'currency', p.currency)) ORDER BY p.line)
         FROM ledger_postings p WHERE p.transaction_id = t.id) AS postings
     FROM (SELECT * FROM ledger_transactions t WHERE ${condition}) AS t LEFT JOIN users u ON u.id = t.actor_id
     ORDER BY t.created_at DESC, t.id`,
    values,
  );
  return transactions.map((transaction) => ({
    ...isoTimes(transaction),
    postings: transaction.postings ?? [],
  }));
}

const columns = [
  'recorded at',
  'transaction',
  'kind',
  'reference',
  'payment',
  'operator',
  'line',
  'account',
  'currency',
  'debit',
  'credit',
];

interface ExportedPosting {
  at: Date;
  cursorId: string;
  texts: [kind: string, reference: string, payment: string | null, operator: string | null];
  line: number;
  account: string;
  currency: string;
  minor: number;
}

/** Streams the lines of the ledger as CSV; debits and credits in major units. The audit log records who exported it. */
export const exportLedger: Handler<typeof contracts.exportLedger> = async ({ query, caller }, { db }) => {
  const account = query.account || null;
  await inTransaction(db, (manager) =>
    recordAudit(manager, 'ledger.exported', 'ledger', account ?? 'all accounts', caller.id),
  );
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
       ARRAY[t.kind, t.reference, pay.reference, u.full_name] AS texts, p.line, p.account, p.currency,
       p.amount_minor::float8 AS minor
     FROM (SELECT * FROM ledger_transactions t WHERE (t.created_at, t.id) > ($1::timestamptz, $2::uuid)
         AND ($4::text IS NULL OR EXISTS (SELECT FROM ledger_postings WHERE transaction_id = t.id AND ${ofAccount('$4')}))
       ORDER BY t.created_at, t.id LIMIT $3) AS t
     JOIN ledger_postings p ON p.transaction_id = t.id
     LEFT JOIN payments pay ON pay.id = t.payment_id LEFT JOIN users u ON u.id = t.actor_id
     ORDER BY t.created_at, t.id, p.line`,
    [account],
  );
  for await (const batch of batches) yield batch.map(toCells);
}

function toCells({ at, cursorId, texts, line, account, currency, minor }: ExportedPosting) {
  const amount = toMajor(Math.abs(minor)).toFixed(2);
  return [
    at.toISOString(),
    cursorId,
    ...texts,
    line,
    account,
    currency,
    minor > 0 ? amount : null,
    minor < 0 ? amount : null,
  ];
}
