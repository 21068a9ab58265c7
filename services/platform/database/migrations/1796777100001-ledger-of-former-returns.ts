import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Missing {
  kind: 'refund' | 'dispute_lost';
  reference: string;
  paymentId: string;
  amountMinor: number;
  at: Date;
}

/**
 * Adds the refunds and lost disputes that were recorded before there was a double-entry ledger, unless the former ledger
 * had returned the whole payment: it had no entries for parts.
 */
export class LedgerOfFormerReturns1796777100001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const missing: Missing[] = await runner.query(`
      SELECT * FROM (
        SELECT 'refund' AS kind, id::text AS reference, payment_id AS "paymentId", amount_minor::float8 AS "amountMinor",
          processed_at AS at FROM refunds WHERE status = 'processed'
        UNION ALL
        SELECT 'dispute_lost', id::text, payment_id, amount_minor::float8, resolved_at FROM disputes
        WHERE outcome IN ('lost', 'accepted')
      ) AS returned
      WHERE NOT EXISTS (SELECT FROM ledger_transactions t WHERE t.kind = returned.kind AND t.reference = returned.reference)
        AND NOT EXISTS (SELECT FROM ledger_transactions t WHERE t.payment_id = returned."paymentId" AND t.kind = 'reversal')
        AND EXISTS (SELECT FROM ledger_transactions t WHERE t.payment_id = returned."paymentId" AND t.kind = 'capture')
      ORDER BY at, reference
    `);
    for (const one of missing) await record(runner, one);
  }

  // The ledger is append-only, and what was added is true: there is nothing to take back.
  async down(): Promise<void> {}
}

async function record(
  runner: QueryRunner,
  { kind, reference, paymentId, amountMinor, at }: Missing,
): Promise<void> {
  const [money] = await runner.query(
    `SELECT c.account, c.currency,
       sum(p.amount_minor) FILTER (WHERE t.kind = 'capture' AND p.account = 'provider')::float8 AS captured,
       coalesce(-sum(p.amount_minor) FILTER (WHERE t.kind = 'capture' AND p.account = 'service_fees'), 0)::float8 AS fee,
       coalesce(-sum(p.amount_minor) FILTER (WHERE t.kind IN ('refund', 'dispute_lost') AND p.account = 'provider'), 0)::float8
         AS returned,
       greatest(0, least(coalesce(-sum(p.amount_minor) FILTER (WHERE p.account = c.account), 0),
         (SELECT -sum(b.amount_minor) FROM ledger_postings b WHERE b.account = c.account AND b.currency = c.currency)))::float8
         AS held
     FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id
     CROSS JOIN (SELECT q.account, q.currency FROM ledger_transactions s JOIN ledger_postings q ON q.transaction_id = s.id
       WHERE s.payment_id = $1 AND s.kind = 'capture' AND q.account ~ '^(request|pool):') AS c
     WHERE t.payment_id = $1 GROUP BY c.account, c.currency`,
    [paymentId],
  );
  // As services/ledger/postings.ts does: the fee in proportion, then what is held, then the fund.
  const feeOf = (minor: number) => Math.round((money.fee * Math.min(minor, money.captured)) / money.captured);
  const fee = feeOf(money.returned + amountMinor) - feeOf(money.returned);
  const held = Math.min(money.held, amountMinor - fee);
  const through = kind === 'refund' ? 'refunds_out' : 'disputes_lost';
  const postings = [
    [money.account, held],
    ['completion_fund', amountMinor - fee - held],
    ['service_fees', fee],
    [through, -amountMinor],
    [through, amountMinor],
    ['provider', -amountMinor],
  ].filter(([, minor]) => minor !== 0);
  const [{ id }] = await runner.query(
    `INSERT INTO ledger_transactions (kind, reference, payment_id, created_at) VALUES ($1, $2, $3, $4) RETURNING id`,
    [kind, reference, paymentId, at],
  );
  for (const [line, [account, minor]] of postings.entries())
    await runner.query(
      `INSERT INTO ledger_postings (transaction_id, line, account, amount_minor, currency) VALUES ($1, $2, $3, $4, $5)`,
      [id, line, account, minor, money.currency],
    );
}
