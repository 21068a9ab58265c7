import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds whether a question to a payer is about a short payment, and what the last order of a purchase cost that came to nothing. */
export class ShortPayments1795881400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE price_choices ADD COLUMN is_short_payment boolean NOT NULL DEFAULT false',
    );
    await runner.query(
      `ALTER TABLE purchases ADD COLUMN last_charged_minor bigint, ADD COLUMN last_charged_currency text,
         ADD COLUMN last_exchange_rate numeric`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE price_choices DROP COLUMN is_short_payment');
    await runner.query(
      `ALTER TABLE purchases DROP COLUMN last_charged_minor, DROP COLUMN last_charged_currency,
         DROP COLUMN last_exchange_rate`,
    );
  }
}
