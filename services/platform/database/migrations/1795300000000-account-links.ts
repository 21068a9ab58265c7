import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links that are sent by mail, wishes for a new password, and what a session's owner recognises it by. */
export class AccountLinks1795300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_links (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL,
        purpose text NOT NULL,
        address text NOT NULL,
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT account_links_purpose_known
          CHECK (purpose IN ('verify-email', 'reset-password', 'change-email', 'undo-email-change')),
        CONSTRAINT account_links_address_lower CHECK (address = lower(address)),
        CONSTRAINT account_links_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query('CREATE INDEX account_links_user ON account_links (user_id, purpose)');
    await runner.query(
      'CREATE INDEX account_links_address ON account_links (address, purpose) WHERE used_at IS NULL',
    );
    await runner.query(`
      ALTER TABLE account_links ADD CONSTRAINT account_links_user_id_fkey
        FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
    `);
    await runner.query(`
      CREATE TABLE reset_wishes (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        email text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT reset_wishes_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query('ALTER TABLE sessions ADD COLUMN user_agent text');
    await runner.query('ALTER TABLE sessions ADD COLUMN last_seen_at timestamptz NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN last_seen_at');
    await runner.query('ALTER TABLE sessions DROP COLUMN user_agent');
    await runner.query('DROP TABLE reset_wishes');
    await runner.query('DROP TABLE account_links');
  }
}
