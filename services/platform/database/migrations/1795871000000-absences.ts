import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds until when an operator is absent. */
export class Absences1795871000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operators ADD COLUMN absent_until date');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operators DROP COLUMN absent_until');
  }
}
