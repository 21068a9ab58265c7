import { readdir, readFile } from 'node:fs/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const folder = new URL('./baseline/', import.meta.url);

/** The schema of the first release. Functions, triggers and views are repeatable migrations, which run afterwards. */
export class Baseline1795708800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const name of (await readdir(folder)).sort())
      await runner.query(await readFile(new URL(name, folder), 'utf8'));
  }

  /** Drops everything but functions, which the next run replaces. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DO $$
      DECLARE name text;
      BEGIN
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations' LOOP
          EXECUTE format('DROP TABLE %I CASCADE', name);
        END LOOP;
      END $$`);
    await runner.query('DROP TYPE course_sort_key CASCADE');
    await runner.query('DROP SEQUENCE receipt_numbers');
    await runner.query('DROP EXTENSION IF EXISTS pg_prewarm, pg_trgm, unaccent');
  }
}
