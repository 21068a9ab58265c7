import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds which order of a course a rest is of; a rest was requested in the transaction that recorded its order, or later. */
export class AttemptsOfRests1795870100001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refunds ADD COLUMN rest_attempt integer');
    await runner.query(`UPDATE refunds f SET rest_attempt = (
      SELECT split_part(t.reference, ':', 2)::integer FROM ledger_transactions t
      WHERE t.payment_id = f.payment_id AND t.kind = 'purchase' AND t.created_at <= f.created_at
      ORDER BY t.created_at DESC LIMIT 1) WHERE f.is_rest`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refunds DROP COLUMN rest_attempt');
  }
}
