import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a draw showed is kept as it was counted: nobody searches in it, and it need not be taken apart and packed. */
export class DrawsAsText1796400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE draws RENAME days TO given_days`);
    await runner.query(`ALTER TABLE draws ADD days text`);
    await runner.query(`
      UPDATE draws SET days = (SELECT string_agg((d->>'day') || ' ' || (d->>'n'), ',' ORDER BY d->>'day')
        FROM jsonb_array_elements(given_days) AS d)
    `);
    await runner.query(`
      ALTER TABLE draws DROP given_days,
        ALTER days SET NOT NULL, ALTER days SET STORAGE EXTERNAL,
        ALTER candidates TYPE json, ALTER candidates SET STORAGE EXTERNAL
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM draws');
    await runner.query(`
      ALTER TABLE draws DROP days, ADD days jsonb NOT NULL,
        ALTER candidates TYPE jsonb, ALTER candidates SET STORAGE EXTENDED
    `);
  }
}
