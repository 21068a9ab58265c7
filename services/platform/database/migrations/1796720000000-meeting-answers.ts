import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Meetings have a status: learners accept, decline or propose another time, and a meeting may have no time yet. */
export class MeetingAnswers1796720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE meetings ALTER starts_at DROP NOT NULL, ALTER ends_at DROP NOT NULL,
         ADD status text NOT NULL DEFAULT 'proposed', ADD proposed_starts_at timestamptz, ADD answered_revision integer`,
    );
    await runner.query("UPDATE meetings SET status = 'cancelled' WHERE cancelled_at IS NOT NULL");
    await runner.query(
      `ALTER TABLE meetings ALTER status DROP DEFAULT,
         ADD CONSTRAINT meetings_status_known CHECK (status IN
           ('awaiting_time', 'proposed', 'counter_proposed', 'accepted', 'declined', 'cancelled')),
         ADD CONSTRAINT meetings_closed_when_ended
           CHECK ((cancelled_at IS NOT NULL) = (status IN ('declined', 'cancelled'))),
         ADD CONSTRAINT meetings_both_times CHECK ((starts_at IS NULL) = (ends_at IS NULL)),
         ADD CONSTRAINT meetings_time_when_agreed
           CHECK (status NOT IN ('proposed', 'accepted') OR starts_at IS NOT NULL),
         ADD CONSTRAINT meetings_counter_proposal
           CHECK ((status = 'counter_proposed') = (proposed_starts_at IS NOT NULL))`,
    );
    await runner.query('CREATE INDEX meetings_of_sponsor ON meetings (sponsor_id, created_at DESC)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX meetings_of_sponsor');
    await runner.query('DELETE FROM meetings WHERE starts_at IS NULL');
    await runner.query(
      `ALTER TABLE meetings DROP CONSTRAINT meetings_status_known, DROP CONSTRAINT meetings_closed_when_ended,
         DROP CONSTRAINT meetings_both_times, DROP CONSTRAINT meetings_time_when_agreed,
         DROP CONSTRAINT meetings_counter_proposal,
         DROP status, DROP proposed_starts_at, DROP answered_revision,
         ALTER starts_at SET NOT NULL, ALTER ends_at SET NOT NULL`,
    );
  }
}
