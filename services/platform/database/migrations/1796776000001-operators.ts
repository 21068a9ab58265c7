import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators with their second factor, recovery codes and sessions. */
export class Operators1796776000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operators (
        user_id uuid NOT NULL,
        level text NOT NULL,
        key_version text NOT NULL,
        wrapped_key bytea NOT NULL,
        sealed bytea NOT NULL,
        last_totp_step integer NOT NULL DEFAULT 0,
        failed_codes integer NOT NULL DEFAULT 0,
        blocked_until timestamptz,
        ended_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT operators_pkey PRIMARY KEY (user_id),
        CONSTRAINT operators_level_known CHECK (level IN ('operator', 'lead')),
        CONSTRAINT operators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE RESTRICT
      )
    `);
    await runner.query(`
      CREATE TABLE operator_sessions (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        operator_id uuid NOT NULL,
        token_hash bytea NOT NULL,
        user_agent text,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_seen_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        ended_at timestamptz,
        CONSTRAINT operator_sessions_pkey PRIMARY KEY (id),
        CONSTRAINT operator_sessions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES users(id) ON DELETE RESTRICT
      )
    `);
    await runner.query('CREATE UNIQUE INDEX operator_sessions_token ON operator_sessions (token_hash)');
    await runner.query('CREATE INDEX operator_sessions_operator ON operator_sessions (operator_id)');
    await runner.query(`
      CREATE TABLE recovery_codes (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        operator_id uuid NOT NULL,
        code_hash bytea NOT NULL,
        used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT recovery_codes_pkey PRIMARY KEY (id),
        CONSTRAINT recovery_codes_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES users(id) ON DELETE RESTRICT
      )
    `);
    await runner.query('CREATE UNIQUE INDEX recovery_codes_once ON recovery_codes (operator_id, code_hash)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recovery_codes');
    await runner.query('DROP TABLE operator_sessions');
    await runner.query('DROP TABLE operators');
  }
}
