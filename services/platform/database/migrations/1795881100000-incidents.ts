import type { MigrationInterface, QueryRunner } from 'typeorm';

const before = `'purchase', 'refund', 'dispute', 'payment_review', 'request_review', 'report', 'appeal', 'reconciliation',
  'document'`;
const subjects = `'request', 'payment', 'incident', 'purchase', 'refund', 'dispute', 'user', 'course', 'meeting', 'case',
  'reconciliation', 'job', 'thank_you'`;
const known = (name: string, column: string, list: string) =>
  `ALTER TABLE cases DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} CHECK (${column} IN (${list})) NOT VALID`;

/**
 * Turns cases about failing jobs into incidents, and adds what incidents are opened from: outages of servers, signs of life of
 * workers, and jobs that wait for a server. Adds which mails an operator gets.
 */
export class Incidents1795881100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(known('cases_kind_known', 'kind', `${before}, 'incident', 'suspension'`));
    await runner.query(known('cases_subject_known', 'subject_type', `${subjects}, 'service'`));
    await runner.query(`UPDATE cases SET kind = 'incident' WHERE kind = 'job_failure'`);
    await runner.query(
      `ALTER TABLE outbox ADD COLUMN unavailable text, ADD COLUMN unavailable_since timestamptz,
         ADD COLUMN unavailable_tries integer NOT NULL DEFAULT 0,
         ADD CONSTRAINT outbox_unavailable_known CHECK (unavailable IN ('provider', 'mail')) NOT VALID`,
    );
    await runner.query(
      `ALTER TABLE operators ADD COLUMN mails text[] NOT NULL DEFAULT '{summary,dispute,approval,incident}',
         ADD CONSTRAINT operators_mails_known CHECK (mails <@ ARRAY['summary', 'dispute', 'approval', 'incident']) NOT VALID`,
    );
    await runner.query(
      `CREATE TABLE service_outages (
         service text PRIMARY KEY CONSTRAINT service_outages_service_known CHECK (service IN ('provider', 'mail')),
         since timestamptz NOT NULL DEFAULT now(),
         tries integer NOT NULL DEFAULT 1,
         last_error text NOT NULL,
         is_reported boolean NOT NULL DEFAULT false
       )`,
    );
    await runner.query(
      `CREATE TABLE worker_heartbeats (
         id uuid PRIMARY KEY,
         host text NOT NULL,
         started_at timestamptz NOT NULL DEFAULT now(),
         seen_at timestamptz NOT NULL DEFAULT now(),
         is_reported boolean NOT NULL DEFAULT false
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE worker_heartbeats');
    await runner.query('DROP TABLE service_outages');
    await runner.query('ALTER TABLE operators DROP COLUMN mails');
    await runner.query(
      'ALTER TABLE outbox DROP COLUMN unavailable, DROP COLUMN unavailable_since, DROP COLUMN unavailable_tries',
    );
    await runner.query('DROP TRIGGER IF EXISTS cases_former_kind ON cases');
    // Applied again with the next `up`.
    await runner.query(`DELETE FROM repeatable_migrations WHERE path LIKE '%cases/3-former-kind.sql'`);
    // Cases about servers stay; their acts may be neither changed nor deleted.
    await runner.query(known('cases_subject_known', 'subject_type', subjects));
    await runner.query(known('cases_kind_known', 'kind', `${before}, 'job_failure', 'suspension'`));
    await runner.query(`UPDATE cases SET kind = 'job_failure' WHERE kind = 'incident'`);
  }
}
