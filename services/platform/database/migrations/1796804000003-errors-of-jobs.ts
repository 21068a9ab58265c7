import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the jobs of a case about a failure. */
export class ErrorsOfJobs1796804000003 implements MigrationInterface {
  // Jobs are added meanwhile (decision 086), which PostgreSQL does not allow in a transaction.
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS ix_outbox_errors');
    await runner.query(
      `CREATE INDEX CONCURRENTLY ix_outbox_errors ON outbox (job, error_key)
       WHERE error_key IS NOT NULL AND closed_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    // TypeORM always reverts in a transaction.
    await runner.query('DROP INDEX ix_outbox_errors');
  }
}
