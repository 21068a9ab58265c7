import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findsSchemaDifference } from './finds-schema-difference.ts';

const migrateFile = 'services/platform/database/migrate.ts';

/** Changes to a checkout; see {@link prepareCheckout}. */
export interface Checkout {
  /** Whether it has our packages, because its lock file is the same. */
  hasPackages: boolean;
  /** Test files that were removed, with the reason. */
  leftOut: { file: string; reason: string }[];
}

/**
 * Writes the files of a commit to an empty folder, and lets its `migrate()` apply the migrations of `root` after its own, as a
 * deployment does before the first process is replaced. Its code is not changed otherwise.
 */
export async function prepareCheckout(root: string, commit: string, folder: string): Promise<Checkout> {
  const archive = join(folder, 'archive.tar');
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: root });
  execFileSync('tar', ['-xf', archive], { cwd: folder });
  await rm(archive);
  await rename(join(folder, migrateFile), join(folder, migrateFile.replace(/\.ts$/, '-own.ts')));
  await writeFile(join(folder, migrateFile), migrateTwice(join(root, migrateFile)));
  const lockFiles = await Promise.all(
    [root, folder].map((checkout) => readFile(join(checkout, 'package-lock.json'))),
  );
  const isSame = lockFiles[0]?.equals(lockFiles[1] ?? Buffer.of()) ?? false;
  const hasPackages = isSame && (await linkPackages(root, folder));
  return { hasPackages, leftOut: await removeTestsOfSchema(folder) };
}

/**
 * Copies our packages as hard links, without what tools store beside them. Some tests look at the paths of packages, so that a
 * symbolic link would not do. Returns false where `cp` or the file system has no hard links between the two folders.
 */
async function linkPackages(root: string, folder: string): Promise<boolean> {
  const packages = join(folder, 'node_modules');
  try {
    execFileSync('cp', ['-al', `${join(root, 'node_modules')}/`, packages], { stdio: 'ignore' });
    const stored = (await readdir(packages)).filter((name) => /^\.(?!bin$|package-lock\.json$)/.test(name));
    for (const name of stored) await rm(join(packages, name), { recursive: true, force: true });
    return true;
  } catch {
    await rm(packages, { recursive: true, force: true });
    return false;
  }
}

const migrateTwice = (current: string) => `
import { migrate as migrateToCurrent } from ${JSON.stringify(current)};
import { migrate as migrateToOwn } from './migrate-own.ts';

export * from './migrate-own.ts';

export async function migrate(settings) {
  const ran = await migrateToOwn(settings);
  const { repeatableFolder: _own, ...shared } = settings;
  await migrateToCurrent(shared);
  return ran;
}
`;

async function removeTestsOfSchema(folder: string): Promise<Checkout['leftOut']> {
  const leftOut: Checkout['leftOut'] = [];
  for (const file of globSync('{services,workers,sandbox,tests}/**/*.{db,queue}.test.ts', {
    cwd: folder,
  }).toSorted()) {
    const reason = findsSchemaDifference(await readFile(join(folder, file), 'utf8'));
    if (!reason) continue;
    leftOut.push({ file, reason });
    await rm(join(folder, file));
  }
  return leftOut;
}
