import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bounds of the buckets by which deep pages are found (decision 111). The API rebuilds the search index after its start. */
export class SortBuckets1796809000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TYPE course_sort_key AS (key double precision, course_id uuid)');
    await runner.query(
      `ALTER TABLE catalogue_state ADD COLUMN rating_bounds course_sort_key[],
         ADD COLUMN price_bounds course_sort_key[], ADD COLUMN newest_bounds course_sort_key[]`,
    );
    await runner.query(
      `UPDATE catalogue_state SET is_search_behind = true WHERE EXISTS (SELECT FROM courses)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE catalogue_state DROP COLUMN rating_bounds, DROP COLUMN price_bounds, DROP COLUMN newest_bounds`,
    );
    // With the functions that take it; migrate() applies those of the previous release.
    await runner.query('DROP TYPE course_sort_key CASCADE');
  }
}
