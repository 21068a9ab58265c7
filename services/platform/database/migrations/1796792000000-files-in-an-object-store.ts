import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['certificates', 'invoices', 'order_receipts', 'profile_pictures', 'proofs'];

/**
 * Lets a row name an object of the object store instead of having the bytes of its file. The previous version writes and
 * reads `data`, as before, until the first file is stored elsewhere.
 */
export class FilesInAnObjectStore1796792000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE stored_objects (
        key uuid NOT NULL,
        sha256 bytea NOT NULL,
        size_bytes integer NOT NULL,
        delete_after timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT stored_objects_pkey PRIMARY KEY (key)
      )`);
    await runner.query(
      'CREATE INDEX stored_objects_to_delete ON stored_objects (delete_after) WHERE delete_after IS NOT NULL',
    );
    for (const table of tables)
      await runner.query(
        `ALTER TABLE ${table} ADD COLUMN object_key uuid, ALTER COLUMN data DROP NOT NULL,
           ADD CONSTRAINT ${table}_has_file CHECK (data IS NOT NULL OR object_key IS NOT NULL)`,
      );
  }

  /** Files have to be in PostgreSQL: `npm run ops:move-files -- --to postgres`. */
  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) {
      await runner.query(`DROP TRIGGER IF EXISTS ${table}_object ON ${table}`);
      await runner.query(
        `ALTER TABLE ${table} DROP CONSTRAINT ${table}_has_file, ALTER COLUMN data SET NOT NULL, DROP COLUMN object_key`,
      );
    }
    await runner.query('DROP FUNCTION IF EXISTS reference_object');
    await runner.query('DROP TABLE stored_objects');
  }
}
