import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every approved payment has a receipt with a number of its own; earlier ones get theirs in order. */
export class Receipts1796000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SEQUENCE receipt_numbers');
    await runner.query('ALTER TABLE payments ADD receipt_number bigint');
    await runner.query(`
      UPDATE payments SET receipt_number = nextval('receipt_numbers') FROM (
        SELECT id FROM payments WHERE status = 'approved' ORDER BY settled_at, id
      ) AS paid WHERE paid.id = payments.id
    `);
    await runner.query('CREATE UNIQUE INDEX payments_receipt_number ON payments (receipt_number)');
    await runner.query(`
      ALTER TABLE payments ADD CONSTRAINT payments_receipt_numbered
        CHECK (status <> 'approved' OR receipt_number IS NOT NULL)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments DROP receipt_number');
    await runner.query('DROP SEQUENCE receipt_numbers');
  }
}
