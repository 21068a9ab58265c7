import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores with a job the trace that enqueued it. Nullable without a default, so that no row is rewritten. */
export class TracesOfJobs1796791000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox ADD COLUMN traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox DROP COLUMN traceparent');
  }
}
