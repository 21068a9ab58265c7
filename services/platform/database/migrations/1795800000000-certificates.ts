import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Certificates of completion, and when a request's learner was enrolled and finished. */
export class Certificates1795800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE requests ADD COLUMN enrolled_at timestamptz');
    await runner.query('ALTER TABLE requests ADD COLUMN completed_at timestamptz');
    await runner.query(`
      CREATE TABLE certificates (
        enrolment_id uuid NOT NULL,
        content_type text NOT NULL,
        data bytea NOT NULL,
        is_shared boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT certificates_content_type_known
          CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png')),
        CONSTRAINT certificates_pkey PRIMARY KEY (enrolment_id)
      )
    `);
    await runner.query(`
      ALTER TABLE certificates ADD CONSTRAINT certificates_enrolment_id_fkey
        FOREIGN KEY (enrolment_id) REFERENCES enrolments(id) ON DELETE CASCADE
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE certificates');
    await runner.query('ALTER TABLE requests DROP COLUMN completed_at');
    await runner.query('ALTER TABLE requests DROP COLUMN enrolled_at');
  }
}
