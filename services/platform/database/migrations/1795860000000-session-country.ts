import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores the country of a sign-in, and when the person of a session proved again who they are. */
export class SessionCountry1795860000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE sessions ADD COLUMN country text, ADD COLUMN confirmed_at timestamptz,
         ADD CONSTRAINT sessions_country_form CHECK (country ~ '^[A-Z]{2}$') NOT VALID`,
    );
    await runner.query('ALTER TABLE sessions VALIDATE CONSTRAINT sessions_country_form');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN confirmed_at, DROP COLUMN country');
  }
}
