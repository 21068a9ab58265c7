import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts, their sessions and pictures, newsletter subscribers and the audit trail. */
export class People1795200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        email text NOT NULL,
        full_name text NOT NULL,
        phone_number text,
        country text,
        gender text,
        role text NOT NULL,
        password_hash text,
        email_verified_at timestamptz,
        is_sample boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT users_email_lower CHECK (email = lower(email) AND position('@' IN email) > 1),
        CONSTRAINT users_role_known CHECK (role IN ('learner', 'sponsor', 'operator')),
        CONSTRAINT users_gender_known CHECK (gender IN ('male', 'female', 'nb')),
        CONSTRAINT users_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE UNIQUE INDEX users_email_unique ON users (email)
    `);
    await runner.query(`
      CREATE TABLE sessions (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        CONSTRAINT sessions_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE INDEX sessions_user ON sessions (user_id)
    `);
    await runner.query(`
      CREATE TABLE profile_pictures (
        user_id uuid NOT NULL,
        content_type text NOT NULL,
        data bytea NOT NULL,
        address_key text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT profile_pictures_pkey PRIMARY KEY (user_id)
      )
    `);
    await runner.query(`
      CREATE TABLE subscribers (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        email text NOT NULL,
        confirmed_at timestamptz,
        unsubscribed_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT subscribers_email_lower CHECK (email = lower(email)),
        CONSTRAINT subscribers_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE UNIQUE INDEX subscribers_email_unique ON subscribers (email)
    `);
    await runner.query(`
      CREATE TABLE audit_entries (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        actor_id uuid,
        action text NOT NULL,
        subject text NOT NULL,
        reason text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE INDEX audit_entries_subject ON audit_entries (subject, created_at)
    `);
    await runner.query(`
      ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
    `);
    await runner.query(`
      ALTER TABLE profile_pictures ADD CONSTRAINT profile_pictures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
    `);
    await runner.query(`
      ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_entries');
    await runner.query('DROP TABLE subscribers');
    await runner.query('DROP TABLE profile_pictures');
    await runner.query('DROP TABLE sessions');
    await runner.query('DROP TABLE users');
  }
}
