import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates the constraints of the migration before (decision 086). */
export class ValidateKindsOfCases1796804000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE cases VALIDATE CONSTRAINT cases_kind_known, VALIDATE CONSTRAINT cases_subject_known',
    );
  }

  async down(): Promise<void> {}
}
