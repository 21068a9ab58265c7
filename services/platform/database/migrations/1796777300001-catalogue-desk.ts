import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Hidden and corrected courses, former links of corrected ones, imports of the desk, and checks of links. References to
 * courses have no foreign key, because a foreign key would forbid TRUNCATE.
 */
export class CatalogueDesk1796777300001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE courses ADD hidden_at timestamptz, ADD hidden_reason text,
        ADD corrected_fields text[] NOT NULL DEFAULT '{}'
    `);
    await runner.query(
      `CREATE INDEX courses_kept ON courses (id) WHERE hidden_at IS NOT NULL OR corrected_fields <> '{}'`,
    );
    await runner.query(`
      CREATE TABLE course_former_links (
        platform text NOT NULL,
        url text NOT NULL,
        course_id uuid NOT NULL,
        CONSTRAINT course_former_links_pkey PRIMARY KEY (platform, url)
      )
    `);
    await runner.query(`
      CREATE TABLE course_link_checks (
        course_id uuid NOT NULL,
        url text NOT NULL,
        checked_at timestamptz NOT NULL DEFAULT now(),
        is_dead boolean NOT NULL DEFAULT false,
        problem text,
        dead_since timestamptz,
        CONSTRAINT course_link_checks_pkey PRIMARY KEY (course_id)
      )
    `);
    await runner.query(
      'CREATE INDEX course_link_checks_dead ON course_link_checks (dead_since) WHERE is_dead',
    );
    await runner.query(`
      CREATE TABLE course_uploads (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        requested_by_id uuid NOT NULL,
        file_name text NOT NULL,
        preset text NOT NULL,
        content bytea,
        size_bytes integer NOT NULL,
        status text NOT NULL DEFAULT 'queued',
        progress jsonb NOT NULL DEFAULT '{}',
        rejections jsonb NOT NULL DEFAULT '[]',
        failure text,
        finished_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT course_uploads_pkey PRIMARY KEY (id),
        CONSTRAINT course_uploads_requested_by_id_fkey FOREIGN KEY (requested_by_id) REFERENCES users(id) ON DELETE RESTRICT,
        CONSTRAINT course_uploads_status_known CHECK (status IN ('queued', 'running', 'finished', 'failed'))
      )
    `);
    await runner.query('CREATE INDEX course_uploads_created ON course_uploads (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE course_uploads');
    await runner.query('DROP TABLE course_link_checks');
    await runner.query('DROP TABLE course_former_links');
    await runner.query('DROP INDEX courses_kept');
    await runner.query('ALTER TABLE courses DROP hidden_at, DROP hidden_reason, DROP corrected_fields');
  }
}
