import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores beside the place of an interrupted import what it has written, for the report of the one that resumes it. */
export class ImportCounts1796740000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE catalogue_imports
      ADD added bigint NOT NULL DEFAULT 0, ADD changed bigint NOT NULL DEFAULT 0, ADD unchanged bigint NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE catalogue_imports DROP added, DROP changed, DROP unchanged');
  }
}
