import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of the provider name a transaction by its number. A payment that has none gets it before its refunds are read. */
export class NumbersOfTransactions1796806000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments ADD transaction_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments DROP transaction_id');
  }
}
