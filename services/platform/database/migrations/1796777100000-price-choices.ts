import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Questions to payers whose course became dearer, and payments of the difference. */
export class PriceChoices1796777100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE price_choices (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        purchase_id uuid NOT NULL,
        status text NOT NULL DEFAULT 'waiting',
        price_minor bigint NOT NULL,
        difference_minor bigint NOT NULL,
        message text NOT NULL,
        asked_by_id uuid NOT NULL,
        due_at timestamptz NOT NULL,
        reminded_at timestamptz,
        answered_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT price_choices_status_known
          CHECK (status IN ('waiting', 'paid', 'refund', 'expired', 'withdrawn')),
        CONSTRAINT price_choices_amounts CHECK (difference_minor > 0 AND price_minor > difference_minor),
        CONSTRAINT price_choices_answered CHECK ((status = 'waiting') = (answered_at IS NULL)),
        CONSTRAINT price_choices_pkey PRIMARY KEY (id),
        CONSTRAINT price_choices_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id) ON DELETE RESTRICT,
        CONSTRAINT price_choices_asked_by_id_fkey FOREIGN KEY (asked_by_id) REFERENCES users(id) ON DELETE RESTRICT
      )
    `);
    await runner.query(`
      CREATE UNIQUE INDEX price_choices_one_waiting ON price_choices (purchase_id) WHERE status = 'waiting'
    `);
    await runner.query('CREATE INDEX price_choices_purchase ON price_choices (purchase_id)');
    await runner.query(`
      ALTER TABLE payments ADD COLUMN price_choice_id uuid,
        ADD CONSTRAINT payments_price_choice_id_fkey FOREIGN KEY (price_choice_id) REFERENCES price_choices(id)
          ON DELETE RESTRICT
    `);
    await runner.query(
      'CREATE INDEX payments_price_choice ON payments (price_choice_id) WHERE price_choice_id IS NOT NULL',
    );
    await replaceChecks(runner, {
      statuses: `'initiating', 'pending', 'approved', 'added', 'failed', 'abandoned', 'refund_due', 'needs_review', 'reversed'`,
      numbered: `status NOT IN ('approved', 'added') OR receipt_number IS NOT NULL`,
      origins: `'operator', 'settlement', 'payer', 'provider'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE payments SET status = 'refund_due' WHERE status = 'added'`);
    await runner.query(`UPDATE refunds SET origin = 'settlement' WHERE origin = 'payer'`);
    await replaceChecks(runner, {
      statuses: `'initiating', 'pending', 'approved', 'failed', 'abandoned', 'refund_due', 'needs_review', 'reversed'`,
      numbered: `status <> 'approved' OR receipt_number IS NOT NULL`,
      origins: `'operator', 'settlement', 'provider'`,
    });
    await runner.query('ALTER TABLE payments DROP COLUMN price_choice_id');
    await runner.query('DROP TABLE price_choices');
  }
}

async function replaceChecks(
  runner: QueryRunner,
  { statuses, numbered, origins }: { statuses: string; numbered: string; origins: string },
): Promise<void> {
  await runner.query(`
    ALTER TABLE payments DROP CONSTRAINT payments_status_known, DROP CONSTRAINT payments_receipt_numbered,
      ADD CONSTRAINT payments_status_known CHECK (status IN (${statuses})),
      ADD CONSTRAINT payments_receipt_numbered CHECK (${numbered})
  `);
  await runner.query(`
    ALTER TABLE refunds DROP CONSTRAINT refunds_origin_known,
      ADD CONSTRAINT refunds_origin_known CHECK (origin IN (${origins}))
  `);
}
