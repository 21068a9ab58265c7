import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests, whom they invite, their sealed platform logins, and meetings about them. */
export class Requests1795200000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE requests (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        learner_id uuid NOT NULL,
        course_title text NOT NULL,
        platform text NOT NULL,
        link text NOT NULL,
        price_minor bigint NOT NULL,
        currency text NOT NULL,
        duration integer NOT NULL,
        duration_unit text NOT NULL,
        motivation text NOT NULL,
        socials text NOT NULL,
        delivery text NOT NULL,
        account_email text,
        is_private boolean NOT NULL DEFAULT false,
        is_public boolean NOT NULL DEFAULT false,
        status text NOT NULL DEFAULT 'pending',
        reserved_by_id uuid,
        reserved_until timestamptz,
        paid_at timestamptz,
        is_sample boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT requests_price_positive CHECK (price_minor > 0),
        CONSTRAINT requests_currency_known CHECK (currency IN ('NGN', 'USD', 'GBP')),
        CONSTRAINT requests_duration_positive CHECK (duration > 0),
        CONSTRAINT requests_duration_unit_known CHECK (duration_unit IN ('months', 'weeks')),
        CONSTRAINT requests_status_known CHECK (status IN ('pending', 'reserved', 'paid', 'enrolled', 'completed', 'withdrawn', 'refunded')),
        CONSTRAINT requests_visible CHECK (is_private OR is_public),
        CONSTRAINT requests_reserved_until CHECK (status <> 'reserved' OR reserved_until IS NOT NULL),
        CONSTRAINT requests_paid_at CHECK ((paid_at IS NOT NULL) = (status IN ('paid', 'enrolled', 'completed', 'refunded'))),
        CONSTRAINT requests_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE INDEX requests_learner ON requests (learner_id, created_at)
    `);
    await runner.query(`
      CREATE INDEX requests_open ON requests (created_at) WHERE status IN ('pending', 'reserved')
    `);
    await runner.query(`
      CREATE TABLE request_recipients (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        request_id uuid NOT NULL,
        email text NOT NULL,
        invited_at timestamptz,
        CONSTRAINT request_recipients_email_lower CHECK (email = lower(email)),
        CONSTRAINT request_recipients_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE UNIQUE INDEX request_recipients_once ON request_recipients (request_id, email)
    `);
    await runner.query(`
      CREATE INDEX request_recipients_email ON request_recipients (email)
    `);
    await runner.query(`
      CREATE TABLE platform_logins (
        request_id uuid NOT NULL,
        key_version text NOT NULL,
        wrapped_key bytea NOT NULL,
        sealed bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT platform_logins_pkey PRIMARY KEY (request_id)
      )
    `);
    await runner.query(`
      CREATE TABLE meetings (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        request_id uuid NOT NULL,
        sponsor_id uuid NOT NULL,
        starts_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        room_url text NOT NULL,
        note text,
        revision integer NOT NULL DEFAULT '0',
        notified_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT meetings_end_after_start CHECK (ends_at > starts_at),
        CONSTRAINT meetings_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE UNIQUE INDEX meetings_one_per_sponsor ON meetings (request_id, sponsor_id)
    `);
    await runner.query(`
      ALTER TABLE requests ADD CONSTRAINT requests_learner_id_fkey FOREIGN KEY (learner_id) REFERENCES users(id) ON DELETE CASCADE
    `);
    await runner.query(`
      ALTER TABLE requests ADD CONSTRAINT requests_reserved_by_id_fkey FOREIGN KEY (reserved_by_id) REFERENCES users(id) ON DELETE SET NULL
    `);
    await runner.query(`
      ALTER TABLE request_recipients ADD CONSTRAINT request_recipients_request_id_fkey FOREIGN KEY (request_id) REFERENCES requests(id) ON DELETE CASCADE
    `);
    await runner.query(`
      ALTER TABLE platform_logins ADD CONSTRAINT platform_logins_request_id_fkey FOREIGN KEY (request_id) REFERENCES requests(id) ON DELETE CASCADE
    `);
    await runner.query(`
      ALTER TABLE meetings ADD CONSTRAINT meetings_request_id_fkey FOREIGN KEY (request_id) REFERENCES requests(id) ON DELETE CASCADE
    `);
    await runner.query(`
      ALTER TABLE meetings ADD CONSTRAINT meetings_sponsor_id_fkey FOREIGN KEY (sponsor_id) REFERENCES users(id) ON DELETE CASCADE
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE meetings');
    await runner.query('DROP TABLE platform_logins');
    await runner.query('DROP TABLE request_recipients');
    await runner.query('DROP TABLE requests');
  }
}
