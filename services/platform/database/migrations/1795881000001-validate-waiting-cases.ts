import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates the checks of waiting cases, and indexes the second excluded operator, under locks that writers do not wait for. */
export class ValidateWaitingCases1795881000001 implements MigrationInterface {
  // CREATE INDEX CONCURRENTLY cannot run in a transaction.
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const name of ['cases_waiting_for_known', 'cases_waiting_on_known', 'cases_owned'])
      await runner.query(`ALTER TABLE cases VALIDATE CONSTRAINT ${name}`);
    await runner.query(
      `CREATE INDEX CONCURRENTLY IF NOT EXISTS cases_excluded_approver ON cases (excluded_approver_id)
       WHERE excluded_approver_id IS NOT NULL`,
    );
  }

  // The migration before takes constraints and columns back.
  async down(): Promise<void> {}
}
