import type { MigrationInterface, QueryRunner } from 'typeorm';

const formerKinds = [
  ...['purchase', 'refund', 'dispute', 'payment_review', 'request_review', 'report', 'appeal'],
  ...['reconciliation', 'document'],
];
const formerSubjects = [
  ...['request', 'payment', 'incident', 'purchase', 'refund', 'dispute', 'user', 'course', 'meeting', 'case'],
  'reconciliation',
];

/** Counts failures of jobs with the same error, and allows cases about them. Each column has a constant default: no row is rewritten. */
export class JobFailures1796804000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("SET LOCAL lock_timeout = '2s'");
    await runner.query(
      'ALTER TABLE outbox ADD COLUMN error_key text, ADD COLUMN same_errors integer NOT NULL DEFAULT 0',
    );
    await runner.query(`CREATE TABLE scheduled_failures (
      job text NOT NULL,
      error_key text NOT NULL,
      same_errors integer NOT NULL DEFAULT 1,
      CONSTRAINT scheduled_failures_pkey PRIMARY KEY (job)
    )`);
    await allow(runner, [...formerKinds, 'job_failure'], [...formerSubjects, 'job']);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The history of a case cannot be deleted, so its case stays.
    await runner.query(
      "UPDATE cases SET kind = 'reconciliation', subject_type = 'reconciliation' WHERE kind = 'job_failure'",
    );
    await allow(runner, formerKinds, formerSubjects);
    await runner.query('DROP TABLE scheduled_failures');
    await runner.query('ALTER TABLE outbox DROP COLUMN error_key, DROP COLUMN same_errors');
  }
}

/** The next migration validates the constraints, without a lock that stops the desk. */
async function allow(
  runner: QueryRunner,
  kinds: readonly string[],
  subjects: readonly string[],
): Promise<void> {
  const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');
  await runner.query(`
    ALTER TABLE cases
      DROP CONSTRAINT cases_kind_known, DROP CONSTRAINT cases_subject_known,
      ADD CONSTRAINT cases_kind_known CHECK (kind IN (${list(kinds)})) NOT VALID,
      ADD CONSTRAINT cases_subject_known CHECK (subject_type IN (${list(subjects)})) NOT VALID`);
}
