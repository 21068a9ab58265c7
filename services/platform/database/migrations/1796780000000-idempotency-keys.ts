import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of responses to calls with an `Idempotency-Key`. */
export class IdempotencyKeys1796780000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE idempotency_keys (
      id text PRIMARY KEY,
      fingerprint text NOT NULL,
      response jsonb,
      created_at timestamptz NOT NULL DEFAULT now()
    )`);
    await runner.query('CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_keys');
  }
}
