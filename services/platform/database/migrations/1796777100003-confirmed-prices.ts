import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the learner last confirmed the price of a request, and whether it left the listing without an answer. */
export class ConfirmedPrices1796777100003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE requests ADD COLUMN price_confirmed_at timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN price_asked_at timestamptz, ADD COLUMN needs_price boolean NOT NULL DEFAULT false
    `);
    await runner.query('UPDATE requests SET price_confirmed_at = created_at');
    await runner.query(`
      CREATE INDEX requests_price_confirmed ON requests (price_confirmed_at) WHERE status = 'pending'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The trigger of services/requests/listing compares the column.
    await runner.query(`
      CREATE OR REPLACE TRIGGER requests_changed_open AFTER UPDATE ON requests FOR EACH ROW WHEN (
        (OLD.status IN ('pending', 'reserved'), OLD.needs_invoice, OLD.is_public, OLD.created_at, OLD.currency, OLD.price_minor, OLD.platform, OLD.course_title, OLD.motivation, OLD.socials)
        IS DISTINCT FROM
        (NEW.status IN ('pending', 'reserved'), NEW.needs_invoice, NEW.is_public, NEW.created_at, NEW.currency, NEW.price_minor, NEW.platform, NEW.course_title, NEW.motivation, NEW.socials)
      ) EXECUTE FUNCTION keep_open_requests()
    `);
    await runner.query(`
      ALTER TABLE requests DROP COLUMN price_confirmed_at, DROP COLUMN price_asked_at, DROP COLUMN needs_price
    `);
  }
}
