import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds which reasons of refunds were written for the payer; those of earlier refunds are internal notes. */
export class ReasonsForPayers1795870100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refunds ADD COLUMN is_reason_for_payer boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refunds DROP COLUMN is_reason_for_payer');
  }
}
