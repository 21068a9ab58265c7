import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores when a payment page was opened: reservation and session count from then. */
export class PaymentPages1796730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments ADD COLUMN opened_at timestamptz');
    await runner.query('UPDATE payments SET opened_at = created_at WHERE authorization_url IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments DROP COLUMN opened_at');
  }
}
