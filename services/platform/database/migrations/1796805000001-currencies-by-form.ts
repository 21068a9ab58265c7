import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['ledger_postings', 'refunds', 'disputes', 'courses'];

/**
 * Currencies have the form of ISO 4217. Not a list: reports of the provider and imported courses contain currencies that no request
 * has. The next migration validates the constraints.
 */
export class CurrenciesByForm1796805000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables)
      await runner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_currency_form CHECK (currency ~ '^[A-Z]{3}$') NOT VALID`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables)
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_currency_form`);
  }
}
