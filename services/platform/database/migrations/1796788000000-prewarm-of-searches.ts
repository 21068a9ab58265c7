import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * pg_prewarm reads the search index after a start (decision 076). Only a superuser may install it, and some servers do not
 * have it: searches work without it.
 */
export class PrewarmOfSearches1796788000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DO $$ BEGIN
      CREATE EXTENSION IF NOT EXISTS pg_prewarm WITH SCHEMA public;
    EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
      RAISE NOTICE 'pg_prewarm is not installed: %', SQLERRM;
    END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP EXTENSION IF EXISTS pg_prewarm');
  }
}
