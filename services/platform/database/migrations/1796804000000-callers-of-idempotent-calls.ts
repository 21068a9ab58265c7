import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores whose call a key belongs to, so that an erasure deletes it. Nullable without a default, so that no row is rewritten. */
export class CallersOfIdempotentCalls1796804000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("SET LOCAL lock_timeout = '2s'");
    await runner.query('ALTER TABLE idempotency_keys ADD COLUMN caller_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_keys DROP COLUMN caller_id');
  }
}
