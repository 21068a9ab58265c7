import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Receipts of platforms for the orders of purchases. */
export class OrderReceipts1796778100001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE order_receipts (
        purchase_id uuid NOT NULL,
        attempt integer NOT NULL,
        content_type text NOT NULL,
        data bytea NOT NULL,
        uploaded_by_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT order_receipts_content_type_known CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png')),
        CONSTRAINT order_receipts_pkey PRIMARY KEY (purchase_id, attempt),
        CONSTRAINT order_receipts_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id) ON DELETE CASCADE,
        CONSTRAINT order_receipts_uploaded_by_id_fkey FOREIGN KEY (uploaded_by_id) REFERENCES users(id) ON DELETE RESTRICT
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE order_receipts');
  }
}
