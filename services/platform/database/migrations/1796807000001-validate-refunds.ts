import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates the constraint of the migration before (decision 086). */
export class ValidateRefunds1796807000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refunds VALIDATE CONSTRAINT refunds_origin_known');
  }

  async down(): Promise<void> {}
}
