import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Evidence that the learners of paid requests are enrolled. */
export class Proofs1796200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE proofs (
        request_id uuid NOT NULL,
        content_type text NOT NULL,
        data bytea NOT NULL,
        added_by_id uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT proofs_content_type_known
          CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png')),
        CONSTRAINT proofs_pkey PRIMARY KEY (request_id)
      )
    `);
    await runner.query(`
      ALTER TABLE proofs ADD CONSTRAINT proofs_request_id_fkey
        FOREIGN KEY (request_id) REFERENCES requests(id) ON DELETE CASCADE
    `);
    await runner.query(`
      ALTER TABLE proofs ADD CONSTRAINT proofs_added_by_id_fkey
        FOREIGN KEY (added_by_id) REFERENCES users(id) ON DELETE SET NULL
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE proofs');
  }
}
