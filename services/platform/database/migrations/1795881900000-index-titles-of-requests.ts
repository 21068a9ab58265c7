import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds payments at the desk by a part of the title of their course, which read the titles of all requests. */
export class IndexTitlesOfRequests1795881900000 implements MigrationInterface {
  // CREATE INDEX CONCURRENTLY cannot run in a transaction.
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS requests_title
      ON requests USING gin (course_title gin_trgm_ops) WITH (gin_pending_list_limit = 128)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX requests_title');
  }
}
