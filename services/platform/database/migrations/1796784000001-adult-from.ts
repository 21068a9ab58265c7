import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The day on which the account of a learner under 18 becomes an adult's. */
export class AdultFrom1796784000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN adult_from date,
        ADD CONSTRAINT users_adult_from CHECK (is_minor OR adult_from IS NULL)
    `);
    await runner.query('CREATE INDEX users_adult_from_due ON users (adult_from) WHERE is_minor');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN adult_from');
  }
}
