import type { MigrationInterface, QueryRunner } from 'typeorm';

const formerKinds = [
  ...['purchase', 'refund', 'dispute', 'payment_review'],
  ...['request_review', 'report', 'appeal', 'reconciliation'],
];

/** PDFs that may have been stored before uploads were rewritten without metadata (decision 050), and cases about them. */
export class DocumentsToStrip1796784000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE documents_to_strip (
        document text NOT NULL,
        owner_id uuid NOT NULL,
        attempt integer NOT NULL DEFAULT 0,
        request_id uuid NOT NULL,
        tries integer NOT NULL DEFAULT 0,
        problem text,
        CONSTRAINT documents_to_strip_pkey PRIMARY KEY (document, owner_id, attempt),
        CONSTRAINT documents_to_strip_document_known CHECK (document IN ('proof', 'invoice', 'receipt', 'certificate')),
        CONSTRAINT documents_to_strip_problem_known CHECK (problem IN ('encrypted', 'unreadable', 'program')),
        CONSTRAINT documents_to_strip_request_id_fkey FOREIGN KEY (request_id) REFERENCES requests(id) ON DELETE CASCADE
      )
    `);
    await runner.query('CREATE INDEX documents_to_strip_request ON documents_to_strip (request_id)');
    // A certificate without a request is shown to its learner alone.
    await runner.query(`
      INSERT INTO documents_to_strip (document, owner_id, attempt, request_id)
      SELECT 'proof', request_id, 0, request_id FROM proofs WHERE content_type = 'application/pdf'
      UNION ALL
      SELECT 'invoice', request_id, 0, request_id FROM invoices WHERE content_type = 'application/pdf'
      UNION ALL
      SELECT 'receipt', o.purchase_id, o.attempt, p.request_id FROM order_receipts o JOIN purchases p ON p.id = o.purchase_id
        WHERE o.content_type = 'application/pdf'
      UNION ALL
      SELECT 'certificate', c.enrolment_id, 0, e.request_id FROM certificates c JOIN enrolments e ON e.id = c.enrolment_id
        WHERE c.content_type = 'application/pdf' AND e.request_id IS NOT NULL
    `);
    await allowKinds(runner, [...formerKinds, 'document']);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The history of a case cannot be deleted. No case of reconciliation is about a request.
    await runner.query(`UPDATE cases SET kind = 'reconciliation' WHERE kind = 'document'`);
    await allowKinds(runner, formerKinds);
    await runner.query('DROP TABLE documents_to_strip');
  }
}

async function allowKinds(runner: QueryRunner, kinds: readonly string[]): Promise<void> {
  const list = kinds.map((kind) => `'${kind}'`).join(', ');
  await runner.query(`
    ALTER TABLE cases DROP CONSTRAINT cases_kind_known, ADD CONSTRAINT cases_kind_known CHECK (kind IN (${list}))
  `);
}
