import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores the evidence of a dispute as it was sent. */
export class DisputeEvidence1795881700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE dispute_evidence (
        dispute_id uuid PRIMARY KEY REFERENCES disputes (id) ON DELETE CASCADE,
        content_type text NOT NULL,
        data bytea,
        object_key uuid,
        service_details text NOT NULL,
        delivered_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT dispute_evidence_has_file CHECK (data IS NOT NULL OR object_key IS NOT NULL),
        CONSTRAINT dispute_evidence_content_type_known CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png'))
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE dispute_evidence');
  }
}
