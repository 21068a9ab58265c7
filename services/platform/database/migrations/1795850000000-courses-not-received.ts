import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds when the learner said that a course that was handed over did not arrive. */
export class CoursesNotReceived1795850000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE purchases ADD COLUMN not_received_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE purchases DROP COLUMN not_received_at');
  }
}
