import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Name of the migration of {@link writeLaterMigration}. */
export const laterMigration = 'UsersByDate2000000000000';

/**
 * Writes a migration of a later release, which builds the index `users_created` concurrently. Returns its folder, which the caller
 * removes.
 */
export async function writeLaterMigration(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'courselift-migrations-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(folder, '2000000000000-users-by-date.ts'),
    `export class ${laterMigration} {
      transaction = false;
      async up(runner) {
        await runner.query('DROP INDEX CONCURRENTLY IF EXISTS users_created');
        await runner.query('CREATE INDEX CONCURRENTLY users_created ON users (created_at, id)');
      }
      async down() {}
    }`,
  );
  return folder;
}
