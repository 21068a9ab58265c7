import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes pages as a build leaves them behind; `entry` is the module that renders those on demand. Returns their folder. */
export async function writePages(entry: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'courselift-pages-'));
  for (const folder of ['client', 'server']) await mkdir(join(dir, folder));
  const files = {
    'package.json': '{"type":"module"}',
    'server/entry.mjs': entry,
    'client/index.html': 'home',
    'client/404.html': 'none',
  };
  for (const [file, text] of Object.entries(files)) await writeFile(join(dir, file), text);
  return dir;
}
