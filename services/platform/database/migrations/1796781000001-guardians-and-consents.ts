import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Learners under 18 with their guardians, the hold of their requests until a guardian agrees, and consents. */
export class GuardiansAndConsents1796781000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN is_minor boolean NOT NULL DEFAULT false,
        ADD COLUMN guardian_email text,
        ADD COLUMN guardian_agreed_at timestamptz,
        ADD CONSTRAINT users_guardian CHECK (is_minor = (guardian_email IS NOT NULL) AND (is_minor OR guardian_agreed_at IS NULL)),
        ADD CONSTRAINT users_guardian_lower CHECK (guardian_email = lower(guardian_email))
    `);
    await runner.query(`
      ALTER TABLE account_links DROP CONSTRAINT account_links_purpose_known,
        ADD CONSTRAINT account_links_purpose_known CHECK (purpose IN
          ('verify-email', 'reset-password', 'change-email', 'undo-email-change', 'guardian-consent'))
    `);
    await runner.query(`
      ALTER TABLE requests DROP CONSTRAINT requests_holds_known,
        ADD CONSTRAINT requests_holds_known
          CHECK (holds <@ ARRAY['review', 'rejected', 'frozen', 'suspended', 'guardian'])
    `);
    await runner.query(`
      CREATE TABLE consents (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL,
        kind text NOT NULL,
        version text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT consents_pkey PRIMARY KEY (id),
        CONSTRAINT consents_kind_known CHECK (kind IN ('terms', 'guardian')),
        CONSTRAINT consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
      )
    `);
    await runner.query('CREATE INDEX consents_user ON consents (user_id, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE consents');
    await runner.query(`UPDATE requests SET holds = array_remove(holds, 'guardian')`);
    await runner.query(`
      ALTER TABLE requests DROP CONSTRAINT requests_holds_known,
        ADD CONSTRAINT requests_holds_known CHECK (holds <@ ARRAY['review', 'rejected', 'frozen', 'suspended'])
    `);
    await runner.query(`DELETE FROM account_links WHERE purpose = 'guardian-consent'`);
    await runner.query(`
      ALTER TABLE account_links DROP CONSTRAINT account_links_purpose_known,
        ADD CONSTRAINT account_links_purpose_known CHECK (purpose IN
          ('verify-email', 'reset-password', 'change-email', 'undo-email-change'))
    `);
    await runner.query(
      'ALTER TABLE users DROP COLUMN is_minor, DROP COLUMN guardian_email, DROP COLUMN guardian_agreed_at',
    );
  }
}
