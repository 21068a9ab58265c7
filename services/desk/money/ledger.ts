import type { DataSource } from 'typeorm';
import type * as contracts from '#contracts/desk/desk-money.ts';
import type { DeskLedgerTransaction, LedgerPage } from '#contracts/desk/desk-money.ts';
import type { Handler } from '#services/deps.ts';
import { receiptNumberText } from '#services/payments/receipts.ts';
import { rows } from '#services/platform/database/sql.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';

// Statements are prepared: one condition for all three forms would be evaluated for every posting.
const ofAccount = (account: string, parameter: string) =>
  account.endsWith(':*') ? `starts_with(account, left(${parameter}, -1))` : `account = ${parameter}`;

/** SQL: whether the transaction `t` has a posting of an account, or of a group such as `request:*`; always with null. */
export const hasAccount = (account: string | null, parameter: string): string =>
  account === null
    ? `${parameter}::text IS NULL`
    : `EXISTS (SELECT FROM ledger_postings WHERE transaction_id = t.id AND ${ofAccount(account, parameter)})`;

// LIKE instead of a regular expression, which took half the time of a ledger with 300,000 accounts.
const accountGroup = `CASE WHEN account = $1 THEN account WHEN account LIKE 'request:%' THEN 'request:*'
  WHEN account LIKE 'pool:%' THEN 'pool:*' ELSE account END`;

/** SQL: course and learner of the account of one request; null for another account. */
export const aboutAccount = (account: string) => `CASE WHEN ${account} ~ '^request:[0-9a-f-]{36}$' THEN (
  SELECT r.course_title || ', ' || u.full_name FROM requests r JOIN users u ON u.id = r.learner_id
  WHERE r.id = substr(${account}, 9)::uuid) END`;

/** Returns the balances of the ledger and a page of its transactions, of one account or of all. */
export const getLedger: Handler<typeof contracts.getLedger> = async ({ query }, { db }) => {
  const account = query.account || null;
  const balances = await rows<LedgerPage['balances'][number]>(
    db,
    `SELECT b.*, ${aboutAccount('b.account')} AS about FROM (SELECT ${accountGroup} AS account,
       currency, count(*)::int AS accounts, sum(debits_minor)::float8 AS "debitsMinor",
       sum(credits_minor)::float8 AS "creditsMinor", sum(balance_minor)::float8 AS "balanceMinor"
     FROM ledger_balances WHERE ${account === null ? 'true' : ofAccount(account, '$1')} GROUP BY 1, 2) AS b ORDER BY 1, 2`,
    [account],
  );
  const transactions = await findLedgerTransactions(
    db,
    `${hasAccount(account, '$1')} ORDER BY t.created_at DESC, t.id LIMIT $2 OFFSET $3`,
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
  const transactions = await rows<
    WithDates<DeskLedgerTransaction, 'at'> & { course: string; payer: string; receiptNumber: number | null }
  >(
    db,
    `SELECT t.id, t.kind, t.reference, t.payment_id AS "paymentId", u.full_name AS actor, t.created_at AS at,
       r.course_title AS course, payer.full_name AS payer, pay.receipt_number::float8 AS "receiptNumber",
       (SELECT jsonb_agg(jsonb_build_object('account', p.account, 'about', ${aboutAccount('p.account')}, 'amount',
           jsonb_build_object('minor', p.amount_minor, 'currency', p.currency)) ORDER BY p.line)
         FROM ledger_postings p WHERE p.transaction_id = t.id) AS postings
     FROM (SELECT * FROM ledger_transactions t WHERE ${condition}) AS t LEFT JOIN users u ON u.id = t.actor_id
     LEFT JOIN payments pay ON pay.id = t.payment_id LEFT JOIN users payer ON payer.id = pay.payer_id
     LEFT JOIN requests r ON r.id = pay.request_id
     ORDER BY t.created_at DESC, t.id`,
    values,
  );
  return transactions.map(({ course, payer, receiptNumber, ...transaction }) => ({
    ...isoTimes(transaction),
    paymentAbout: transaction.paymentId && [course, payer, ...receiptTexts(receiptNumber)].join(' · '),
    postings: transaction.postings ?? [],
  }));
}

const receiptTexts = (receiptNumber: number | null) =>
  receiptNumber === null ? [] : [receiptNumberText(receiptNumber)];
