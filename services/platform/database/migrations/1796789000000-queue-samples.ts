import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the figures of the queues by minute (decision 078), and the index that finds failed jobs. */
export class QueueSamples1796789000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE queue_samples (
      at timestamptz NOT NULL,
      queue text NOT NULL,
      waiting integer NOT NULL,
      queued integer NOT NULL,
      failed integer NOT NULL,
      oldest_s integer NOT NULL,
      done integer NOT NULL,
      PRIMARY KEY (at, queue)
    )`);
    await runner.query(
      'CREATE INDEX ix_outbox_failed ON outbox (created_at) WHERE failed_at IS NOT NULL AND closed_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_outbox_failed');
    await runner.query('DROP TABLE queue_samples');
  }
}
