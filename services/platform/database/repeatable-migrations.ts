import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type DataSource, QueryFailedError } from 'typeorm';
import { execute, rows, runScript } from './sql.ts';

/** A `.sql` file with functions, triggers and views. */
interface RepeatableMigration {
  /** Path below the root of the repository. */
  path: string;
  text: string;
  /** SHA-256 of the text, in hexadecimal. */
  hash: string;
}

/** Thrown when a repeatable migration fails; none was applied then. The message is one line that begins with the path. */
class RepeatableMigrationError extends Error {
  override name = 'RepeatableMigrationError';
}

/** The folder whose `.sql` files are the repeatable migrations of the product. */
export const repeatableFolder = fileURLToPath(new URL('../../../services', import.meta.url));

/**
 * Applies the `.sql` files whose text differs from the one applied last, in the order of their paths, in one
 * transaction. Returns the paths of the applied files. The caller holds the lock that serializes migrations.
 *
 * @param options.isForced applies all files: versioned migrations have run, which may have changed functions.
 * @throws {RepeatableMigrationError} naming the file and the line.
 */
export async function applyRepeatableMigrations(
  db: DataSource,
  { folder = repeatableFolder, isForced }: { folder?: string; isForced: boolean },
): Promise<string[]> {
  const files = await readRepeatableMigrations(folder);
  const applied = await rows<{ path: string; hash: string }>(
    db,
    'SELECT DISTINCT ON (path) path, hash FROM repeatable_migrations ORDER BY path, applied_at DESC',
  );
  const hashes = new Map(applied.map(({ path, hash }) => [path, hash]));
  const changed = files.filter(({ path, hash }) => isForced || hashes.get(path) !== hash);
  await db.transaction(async (manager) => {
    for (const { path, text, hash } of changed) {
      await runScript(manager, text).catch((error: unknown) => {
        throw describeFailure(path, text, error);
      });
      await execute(
        manager,
        `INSERT INTO repeatable_migrations (path, hash, applied_at) VALUES ($1, $2, clock_timestamp())
         ON CONFLICT (path, hash) DO UPDATE SET applied_at = excluded.applied_at`,
        [path, hash],
      );
    }
  });
  return changed.map(({ path }) => path);
}

/** Reads the `.sql` files below a folder, in the order in which they are applied; those of versioned migrations are left out. */
export async function readRepeatableMigrations(folder: string): Promise<RepeatableMigration[]> {
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.sql') && !/[\\/]migrations[\\/]/.test(name))
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      return { path: `services/${name.replaceAll('\\', '/')}`, text, hash };
    }),
  );
}

function describeFailure(path: string, text: string, error: unknown): RepeatableMigrationError {
  const cause = error instanceof QueryFailedError ? error.driverError : error;
  const { message } = cause as Error;
  const position = cause instanceof pg.DatabaseError && !cause.internalPosition ? Number(cause.position) : 0;
  const line = position > 0 ? `, line ${text.slice(0, position).split('\n').length}` : '';
  return new RepeatableMigrationError(`${path}${line}: ${message}`, { cause: error });
}
