import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores when a guardian did not agree to the account of a learner under 18. */
export class GuardiansWhoRefused1795830000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN guardian_refused_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN guardian_refused_at');
  }
}
