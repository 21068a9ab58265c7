import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores a link of a call that one participant of a meeting proposes. */
export class MeetingLinks1795860000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE meetings ADD COLUMN proposed_room_url text, ADD COLUMN room_proposed_by uuid',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE meetings DROP COLUMN room_proposed_by, DROP COLUMN proposed_room_url');
  }
}
