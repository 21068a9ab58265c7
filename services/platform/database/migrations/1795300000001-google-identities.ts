import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which Google account opens which account, and registration tickets that were used. */
export class GoogleIdentities1795300000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE google_identities (
        sub text NOT NULL,
        user_id uuid NOT NULL,
        email text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT google_identities_email_lower CHECK (email = lower(email)),
        CONSTRAINT google_identities_pkey PRIMARY KEY (sub)
      )
    `);
    await runner.query('CREATE UNIQUE INDEX google_identities_user_unique ON google_identities (user_id)');
    await runner.query(`
      ALTER TABLE google_identities ADD CONSTRAINT google_identities_user_id_fkey
        FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
    `);
    await runner.query(`
      CREATE TABLE used_google_tickets (
        id uuid NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT used_google_tickets_pkey PRIMARY KEY (id)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE used_google_tickets');
    await runner.query('DROP TABLE google_identities');
  }
}
