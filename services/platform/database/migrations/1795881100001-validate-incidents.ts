import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates the kinds and subjects of cases, and indexes the jobs that wait for a server, under locks that writers do not wait for. */
export class ValidateIncidents1795881100001 implements MigrationInterface {
  // CREATE INDEX CONCURRENTLY cannot run in a transaction.
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cases VALIDATE CONSTRAINT cases_kind_known');
    await runner.query('ALTER TABLE cases VALIDATE CONSTRAINT cases_subject_known');
    await runner.query('ALTER TABLE operators VALIDATE CONSTRAINT operators_mails_known');
    await runner.query('ALTER TABLE outbox VALIDATE CONSTRAINT outbox_unavailable_known');
    await runner.query(
      `CREATE INDEX CONCURRENTLY IF NOT EXISTS ix_outbox_unavailable ON outbox (unavailable, unavailable_since)
         WHERE unavailable IS NOT NULL AND closed_at IS NULL`,
    );
  }

  // The migration before takes columns and constraints back.
  async down(): Promise<void> {}
}
