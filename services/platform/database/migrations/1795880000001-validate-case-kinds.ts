import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates the kinds of cases, and indexes the cases of what waits, under locks that writers do not wait for. */
export class ValidateCaseKinds1795880000001 implements MigrationInterface {
  // CREATE INDEX CONCURRENTLY cannot run in a transaction.
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cases VALIDATE CONSTRAINT cases_kind_known');
    await runner.query(
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS pending_approvals_case ON pending_approvals (case_id)',
    );
  }

  // The migration before takes constraint and column back.
  async down(): Promise<void> {}
}
