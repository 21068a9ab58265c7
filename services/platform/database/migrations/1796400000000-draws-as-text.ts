import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a draw showed is kept as it was written: nobody searches in it, and it need not be taken apart and packed. */
export class DrawsAsText1796400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE draws
        ALTER days TYPE json, ALTER days SET STORAGE EXTERNAL,
        ALTER candidates TYPE json, ALTER candidates SET STORAGE EXTERNAL
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE draws
        ALTER days TYPE jsonb, ALTER days SET STORAGE EXTENDED,
        ALTER candidates TYPE jsonb, ALTER candidates SET STORAGE EXTENDED
    `);
  }
}
