import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds who gets the rest of a course that costs less than was paid, and which refunds give it back. */
export class RestsOfCheaperCourses1795850100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sponsorships ADD COLUMN wants_rest_back boolean NOT NULL DEFAULT false');
    await runner.query('ALTER TABLE refunds ADD COLUMN is_rest boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refunds DROP COLUMN is_rest');
    await runner.query('ALTER TABLE sponsorships DROP COLUMN wants_rest_back');
  }
}
