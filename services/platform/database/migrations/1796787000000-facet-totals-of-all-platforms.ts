import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds totals of all platforms together, and sorts the totals of a tag and a platform next to each other. */
export class FacetTotalsOfAllPlatforms1796787000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO course_totals (tag, level, status, platform, n)
       SELECT tag, level, status, '', sum(n) FROM course_totals GROUP BY tag, level, status`,
    );
    await setPrimaryKey(runner, 'tag, platform, level, status');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM course_totals WHERE platform = ''`);
    await setPrimaryKey(runner, 'tag, level, status, platform');
  }
}

async function setPrimaryKey(runner: QueryRunner, columns: string): Promise<void> {
  await runner.query(
    `ALTER TABLE course_totals DROP CONSTRAINT course_totals_pkey,
       ADD CONSTRAINT course_totals_pkey PRIMARY KEY (${columns})`,
  );
}
