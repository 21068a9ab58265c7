import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores whether a public request is also shown to visitors who are not signed in; those of before are not. */
export class RequestsForVisitors1795830000000 implements MigrationInterface {
  // CREATE INDEX CONCURRENTLY cannot run in a transaction.
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE requests ADD COLUMN IF NOT EXISTS is_for_visitors boolean NOT NULL DEFAULT false',
    );
    await runner.query(
      `CREATE INDEX CONCURRENTLY IF NOT EXISTS requests_for_visitors ON requests (created_at, id)
       WHERE is_for_visitors AND status IN ('pending', 'reserved')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE requests DROP COLUMN is_for_visitors');
  }
}
