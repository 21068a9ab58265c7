import type { MigrationInterface, QueryRunner } from 'typeorm';

const check = (origins: string) => `ALTER TABLE refunds DROP CONSTRAINT refunds_origin_known,
  ADD CONSTRAINT refunds_origin_known CHECK (origin IN (${origins})) NOT VALID`;

/** A refund whose payer has bought the course elsewhere. The next migration validates the constraint. */
export class RefundsForProofs1796807000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(check(`'operator', 'settlement', 'payer', 'provider', 'proof'`));
  }

  async down(runner: QueryRunner): Promise<void> {
    // Views of repeatable files that name columns which earlier migrations drop on their way down.
    await runner.query('DROP TRIGGER IF EXISTS cases_with_open_subject ON cases');
    await runner.query('DROP TRIGGER IF EXISTS requests_with_money ON requests');
    await runner.query(
      'DROP VIEW IF EXISTS missing_cases, required_cases, held_payments, sponsoring_payments',
    );
    await runner.query(`UPDATE refunds SET origin = 'operator' WHERE origin = 'proof'`);
    await runner.query(check(`'operator', 'settlement', 'payer', 'provider'`));
  }
}
