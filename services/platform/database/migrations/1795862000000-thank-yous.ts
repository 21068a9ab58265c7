import type { MigrationInterface, QueryRunner } from 'typeorm';

const subjects = `'request', 'payment', 'incident', 'purchase', 'refund', 'dispute', 'user', 'course', 'meeting', 'case',
  'reconciliation', 'job'`;

/** Adds the thank-yous of learners to their sponsors, which cases can be about. */
export class ThankYous1795862000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE cases DROP CONSTRAINT cases_subject_known,
         ADD CONSTRAINT cases_subject_known CHECK (subject_type IN (${subjects}, 'thank_you')) NOT VALID`,
    );
    await runner.query(`
      CREATE TABLE thank_yous (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        request_id uuid NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
        sponsor_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        stage text NOT NULL,
        text text NOT NULL,
        status text NOT NULL DEFAULT 'held',
        decline_reason text,
        delivered_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT thank_yous_stage_known CHECK (stage IN ('paid', 'enrolled', 'completed')),
        CONSTRAINT thank_yous_status_known CHECK (status IN ('held', 'delivered', 'declined', 'removed')),
        CONSTRAINT thank_yous_delivered_at CHECK (status NOT IN ('delivered', 'removed') OR delivered_at IS NOT NULL),
        CONSTRAINT thank_yous_reason CHECK ((status = 'declined') = (decline_reason IS NOT NULL))
      )`);
    await runner.query('CREATE UNIQUE INDEX thank_yous_one_per_stage ON thank_yous (request_id, stage)');
    await runner.query('CREATE INDEX thank_yous_sponsor ON thank_yous (sponsor_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE thank_yous');
    await runner.query(
      `ALTER TABLE cases DROP CONSTRAINT cases_subject_known,
         ADD CONSTRAINT cases_subject_known CHECK (subject_type IN (${subjects})) NOT VALID`,
    );
  }
}
