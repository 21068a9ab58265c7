import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores whether a learner hides the e-mail address from sponsors. */
export class HiddenAddresses1796779000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN hides_email boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN hides_email');
  }
}
