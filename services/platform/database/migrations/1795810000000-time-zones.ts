import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time zone of a person's browser. */
export class TimeZones1795810000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN time_zone text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN time_zone');
  }
}
