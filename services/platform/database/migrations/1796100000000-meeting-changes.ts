import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Meetings can be cancelled, and know which of their revisions learner and sponsor were told of. */
export class MeetingChanges1796100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE meetings ADD cancelled_at timestamptz, ADD told_revision integer');
    await runner.query('UPDATE meetings SET told_revision = revision WHERE notified_at IS NOT NULL');
    await runner.query('DROP INDEX meetings_one_per_sponsor');
    await runner.query(
      'CREATE UNIQUE INDEX meetings_one_per_sponsor ON meetings (request_id, sponsor_id) WHERE cancelled_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM meetings WHERE cancelled_at IS NOT NULL');
    await runner.query('DROP INDEX meetings_one_per_sponsor');
    await runner.query('CREATE UNIQUE INDEX meetings_one_per_sponsor ON meetings (request_id, sponsor_id)');
    await runner.query('ALTER TABLE meetings DROP cancelled_at, DROP told_revision');
  }
}
