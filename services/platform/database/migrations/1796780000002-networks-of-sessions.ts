import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores a keyed hash of the address that a session was started from. */
export class NetworksOfSessions1796780000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions ADD COLUMN network_hash text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN network_hash');
  }
}
