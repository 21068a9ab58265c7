import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the newest people at the desk, who were sorted out of all users at each call. */
export class PeopleByDate1796793500000 implements MigrationInterface {
  // People sign up meanwhile (decision 086), which PostgreSQL does not allow in a transaction.
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS users_created');
    await runner.query('CREATE INDEX CONCURRENTLY users_created ON users (created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    // TypeORM always reverts in a transaction.
    await runner.query('DROP INDEX users_created');
  }
}
