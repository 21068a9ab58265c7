import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records which texts of the repeatable migrations were applied; the newest row of a path is in effect. */
export class RepeatableMigrations1796772000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE repeatable_migrations (
      path text NOT NULL,
      hash text NOT NULL,
      applied_at timestamptz NOT NULL,
      PRIMARY KEY (path, hash))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE repeatable_migrations');
  }
}
