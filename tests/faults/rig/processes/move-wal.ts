import { execFileSync } from 'node:child_process';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Moves the write-ahead log of a stopped server to another folder, and links to it. */
export async function moveWal(clusterDir: string, folder: string): Promise<void> {
  const from = join(clusterDir, 'pg_wal');
  const to = join(folder, 'pg_wal');
  // Unlike fs.cp it keeps the owner.
  execFileSync('cp', ['-a', from, to]);
  await rm(from, { recursive: true });
  await symlink(to, from);
}
