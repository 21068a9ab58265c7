import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests and payments know which terms they are about; a sponsor has one draw open at a time. */
export class TermsAndOpenDraws1796300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE requests ADD terms integer NOT NULL DEFAULT 0');
    await runner.query('ALTER TABLE payments ADD terms integer NOT NULL DEFAULT 0');
    await runner.query('DELETE FROM draws WHERE second_nonce IS NULL');
    await runner.query('CREATE UNIQUE INDEX draws_one_open ON draws (sponsor_id) WHERE second_nonce IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX draws_one_open');
    await runner.query('ALTER TABLE payments DROP terms');
    await runner.query('ALTER TABLE requests DROP terms');
  }
}
