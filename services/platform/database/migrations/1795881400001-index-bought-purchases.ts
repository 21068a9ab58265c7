import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes purchases by the time of their order, whose newest ones name currency and rate of the next order. */
export class IndexBoughtPurchases1795881400001 implements MigrationInterface {
  // CREATE INDEX CONCURRENTLY cannot run in a transaction.
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS purchases_bought_at ON purchases (bought_at) WHERE bought_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS purchases_bought_at');
  }
}
