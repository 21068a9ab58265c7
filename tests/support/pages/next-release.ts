import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));
const texts = ['.html', '.js', '.mjs', '.css', '.json'];

/** The name that {@link writeNextRelease} gives a release. */
export const nextReleaseName = 'next-release';

/**
 * Writes a build as the next release would be: each script and style sheet has another name, which begins with `next-`. Delete the
 * folder afterwards.
 */
export async function writeNextRelease(dist: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  // Where the server's part of it finds packages.
  const folder = await mkdtemp(join(cache, 'next-release-'));
  await cp(dist, folder, { recursive: true });
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const assets = join(folder, 'client', '_astro');
  const renamed = files.filter((file) => join(file, '..') === assets && /\.(?:js|css)$/.test(file));
  const names = new Map(renamed.map((file) => [basename(file), `next-${basename(file)}`]));
  const home = await readFile(join(folder, 'client', 'index.html'), 'utf8');
  const release = / data-release="([^"]+)"/.exec(home)?.[1] ?? '';
  for (const file of files) {
    // Encodings are of the former text; the server makes them as it needs them.
    if (/\.(?:br|gz)$/.test(file)) await rm(file);
    else if (texts.includes(extname(file))) {
      const text = await readFile(file, 'utf8');
      const replaced = text
        .replaceAll(/[\w.@-]+\.(?:js|css)\b/g, (name) => names.get(name) ?? name)
        .replaceAll(release, nextReleaseName);
      if (replaced !== text) await writeFile(file, replaced);
    }
  }
  for (const file of renamed) await rename(file, join(assets, names.get(basename(file)) ?? ''));
  return folder;
}
