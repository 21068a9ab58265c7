import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the newest people at the desk, who were sorted out of all users at each call. */
export class PeopleByDate1796793500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX users_created ON users (created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX users_created');
  }
}
