import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = {
  enrolments_user: 'enrolments (user_id, created_at)',
  meetings_request: 'meetings (request_id)',
  payments_request: 'payments (request_id)',
  proofs_added_by: 'proofs (added_by_id)',
  reports_email: 'reports (email)',
  reset_wishes_email: 'reset_wishes (email)',
  suspensions_user: 'suspensions (user_id)',
  used_google_tickets_expired: 'used_google_tickets (expires_at)',
  webhook_inbox_reference: 'webhook_inbox (reference)',
};

/** For statements that read these tables from beginning to end, such as those of the dashboard and of an export. */
export class IndexesOfScannedTables1796786000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(indexes))
      await runner.query(`CREATE INDEX ${name} ON ${columns}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await runner.query(`DROP INDEX ${name}`);
  }
}
