import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores whether an unused link to undo an address change reserves the old address for its owner. */
export class AddressReservations1796777500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account_links ADD COLUMN is_reserved boolean NOT NULL DEFAULT false');
    await runner.query("UPDATE account_links SET is_reserved = true WHERE purpose = 'undo-email-change'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account_links DROP COLUMN is_reserved');
  }
}
