import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which sponsor has looked at which request. */
export class RequestViews1795900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE request_views (
        request_id uuid NOT NULL,
        sponsor_id uuid NOT NULL,
        seen_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT request_views_pkey PRIMARY KEY (request_id, sponsor_id)
      )
    `);
    await runner.query(`
      ALTER TABLE request_views ADD CONSTRAINT request_views_request_id_fkey
        FOREIGN KEY (request_id) REFERENCES requests(id) ON DELETE CASCADE
    `);
    await runner.query(`
      ALTER TABLE request_views ADD CONSTRAINT request_views_sponsor_id_fkey
        FOREIGN KEY (sponsor_id) REFERENCES users(id) ON DELETE CASCADE
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE request_views');
  }
}
