import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates the constraints of the migration before (decision 086). */
export class ValidateCurrencies1796805000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['ledger_postings', 'refunds', 'disputes', 'courses'])
      await runner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_currency_form`);
  }

  async down(): Promise<void> {}
}
