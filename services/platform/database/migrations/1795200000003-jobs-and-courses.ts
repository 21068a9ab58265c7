import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The outbox, the catalogue and enrolments. */
export class JobsAndCourses1795200000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        job text NOT NULL,
        payload jsonb NOT NULL,
        key text,
        available_at timestamptz NOT NULL DEFAULT now(),
        enqueued_at timestamptz,
        closed_at timestamptz,
        failed_at timestamptz,
        last_error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT uq_outbox_key UNIQUE (key),
        CONSTRAINT outbox_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE INDEX ix_outbox_due ON outbox (available_at) WHERE enqueued_at IS NULL AND closed_at IS NULL AND failed_at IS NULL
    `);
    await runner.query(`
      CREATE INDEX ix_outbox_enqueued ON outbox (enqueued_at) WHERE closed_at IS NULL AND failed_at IS NULL
    `);
    await runner.query(`
      CREATE INDEX ix_outbox_closed ON outbox (closed_at) WHERE closed_at IS NOT NULL
    `);
    await runner.query(`
      CREATE TABLE courses (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        title text NOT NULL,
        description text NOT NULL,
        platform text NOT NULL,
        url text NOT NULL,
        level text NOT NULL,
        status text NOT NULL,
        price_minor bigint,
        currency text,
        tags text[] NOT NULL DEFAULT '{}',
        rating real,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT courses_level_known CHECK (level IN ('Beginner', 'Intermediate', 'Advanced', 'All')),
        CONSTRAINT courses_status_known CHECK (status IN ('Free', 'Paid')),
        CONSTRAINT courses_price_positive CHECK (price_minor > 0),
        CONSTRAINT courses_rating_range CHECK (rating BETWEEN 0 AND 5),
        CONSTRAINT courses_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE UNIQUE INDEX courses_platform_url_unique ON courses (platform, url)
    `);
    await runner.query(`
      CREATE TABLE enrolments (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL,
        request_id uuid,
        title text NOT NULL,
        description text NOT NULL,
        link text NOT NULL,
        status text NOT NULL DEFAULT 'in-progress',
        completed_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT enrolments_status_known CHECK (status IN ('in-progress', 'completed')),
        CONSTRAINT enrolments_completed_at CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
        CONSTRAINT enrolments_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE UNIQUE INDEX enrolments_link_once ON enrolments (user_id, link)
    `);
    await runner.query(`
      CREATE UNIQUE INDEX enrolments_request_once ON enrolments (request_id)
    `);
    await runner.query(`
      ALTER TABLE enrolments ADD CONSTRAINT enrolments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
    `);
    await runner.query(`
      ALTER TABLE enrolments ADD CONSTRAINT enrolments_request_id_fkey FOREIGN KEY (request_id) REFERENCES requests(id) ON DELETE SET NULL
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE enrolments');
    await runner.query('DROP TABLE courses');
    await runner.query('DROP TABLE outbox');
  }
}
