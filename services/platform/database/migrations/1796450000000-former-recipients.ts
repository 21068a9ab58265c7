import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is remembered of an invitation that was taken back: when its mail went out, by a hash of the address. */
export class FormerRecipients1796450000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE former_recipients (
        request_id uuid NOT NULL,
        address_hash text NOT NULL,
        invited_at timestamptz NOT NULL,
        resends integer NOT NULL,
        resent_at timestamptz,
        CONSTRAINT former_recipients_pkey PRIMARY KEY (request_id, address_hash),
        CONSTRAINT former_recipients_request_id_fkey FOREIGN KEY (request_id) REFERENCES requests (id) ON DELETE CASCADE
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE former_recipients');
  }
}
