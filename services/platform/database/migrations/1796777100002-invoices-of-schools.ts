import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The delivery `school-invoice`: what the invoice says, and the document. */
export class InvoicesOfSchools1796777100002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE requests ADD COLUMN invoice_reference text, ADD COLUMN invoice_payee text,
        ADD COLUMN needs_invoice boolean NOT NULL DEFAULT false,
        ADD CONSTRAINT requests_invoice CHECK (
          (delivery = 'school-invoice') = (invoice_reference IS NOT NULL AND invoice_payee IS NOT NULL))
    `);
    await runner.query(`
      CREATE TABLE invoices (
        request_id uuid NOT NULL,
        content_type text NOT NULL,
        data bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT invoices_content_type_known CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png')),
        CONSTRAINT invoices_pkey PRIMARY KEY (request_id),
        CONSTRAINT invoices_request_id_fkey FOREIGN KEY (request_id) REFERENCES requests(id) ON DELETE CASCADE
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The trigger of services/requests/listing compares the column.
    await runner.query(`
      CREATE OR REPLACE TRIGGER requests_changed_open AFTER UPDATE ON requests FOR EACH ROW WHEN (
        (OLD.status IN ('pending', 'reserved'), OLD.is_public, OLD.created_at, OLD.currency, OLD.price_minor, OLD.platform, OLD.course_title, OLD.motivation, OLD.socials)
        IS DISTINCT FROM
        (NEW.status IN ('pending', 'reserved'), NEW.is_public, NEW.created_at, NEW.currency, NEW.price_minor, NEW.platform, NEW.course_title, NEW.motivation, NEW.socials)
      ) EXECUTE FUNCTION keep_open_requests()
    `);
    await runner.query('DROP TABLE invoices');
    await runner.query(`
      ALTER TABLE requests DROP COLUMN invoice_reference, DROP COLUMN invoice_payee, DROP COLUMN needs_invoice
    `);
    await runner.query(`UPDATE requests SET delivery = 'gift-to-email' WHERE delivery = 'school-invoice'`);
  }
}
