import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Moves to the completion fund what a request holds of a payment that was given back completely. The price of a course that
 * a platform returned after the refund went to the request, although the fund had paid the refund.
 */
export class ReturnsToTheFund1796806100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const held: { paymentId: string; account: string; currency: string; minor: string }[] =
      await runner.query(`
      SELECT t.payment_id AS "paymentId", p.account, p.currency, -sum(p.amount_minor) AS minor
      FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id
      JOIN payments y ON y.id = t.payment_id AND y.status = 'reversed'
      WHERE p.account ~ '^request:' AND EXISTS (SELECT FROM ledger_transactions r
        WHERE r.payment_id = t.payment_id AND r.kind = 'purchase_return')
      GROUP BY t.payment_id, p.account, p.currency HAVING sum(p.amount_minor) < 0`);
    for (const { paymentId, account, currency, minor } of held)
      await runner.query(
        `WITH moved AS (
           INSERT INTO ledger_transactions (kind, reference, payment_id)
           VALUES ('purchase_return', 'fund:' || $1::text, $1::uuid) RETURNING id)
         INSERT INTO ledger_postings (transaction_id, line, account, amount_minor, currency)
         SELECT id, 0, $2, $4::bigint, $3 FROM moved UNION ALL SELECT id, 1, 'completion_fund', -$4::bigint, $3 FROM moved`,
        [paymentId, account, currency, minor],
      );
  }

  // The ledger is append-only, and what was added is true. The view is that of services/ledger/2-views.sql, which the migration
  // of the ledger does not know.
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW IF EXISTS held_payments');
  }
}
