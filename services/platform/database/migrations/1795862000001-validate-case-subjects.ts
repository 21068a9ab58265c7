import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates the subjects of cases under a lock that writers do not wait for. */
export class ValidateCaseSubjects1795862000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cases VALIDATE CONSTRAINT cases_subject_known');
  }

  // The migration before takes the constraint back.
  async down(): Promise<void> {}
}
