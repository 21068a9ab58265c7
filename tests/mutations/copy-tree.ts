import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Copies the working copy into an empty folder: every file that is not ignored, and links to the packages. */
export function copyTree(root: string, folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter((path) => path && existsSync(join(root, path)))) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
  // Caches in it are of the copy.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.')))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
}
