import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addressOf, isHashed, isServiceWorker, listBuiltFiles } from './build-files.ts';
import { readPolicies } from './page-policies.ts';
import { describeForProxy } from './proxy-config.ts';

const configName = 'site.caddy';
const assetsName = 'assets.txt';

/**
 * Writes the built pages and what they load to a folder, from which a proxy serves them with the headers that the API sends
 * (decision 148):
 *
 * - `assets`: files with hashed names, of this release and of the one before, whose pages are still open;
 * - `releases/ID`: the pages of a release and `site.caddy`, which names them and their headers;
 * - `current`: a link to the release.
 *
 * A release that is current already is left as it is. The desk's pages, which the API guards, are not written, nor are service workers:
 * the API decides which one browsers get (SERVICE_WORKER).
 *
 * @param dist the folder of the build
 * @param folder absolute path
 * @returns the id of the release
 */
export async function publishPages(dist: string, folder: string, publicUrl: string): Promise<string> {
  const client = join(dist, 'client');
  const { names, known } = listBuiltFiles(client);
  const assets = names.filter(isHashed);
  const pages = names.filter((name) => !isHashed(name) && isPublic(addressOf(name)));
  const policyOf = readPolicies(join(dist, '_headers.json'));
  const assetsFolder = join(folder, 'assets');
  const configFor = (root: string) =>
    describeForProxy({
      pages: { root, names: pages },
      assets: { root: assetsFolder, names: assets },
      ...{ policyOf, publicUrl },
    });
  const contents = pages.flatMap((name) => [name, readFileSync(join(client, name), 'base64')]);
  const id = hashOf([...assets, ...contents, configFor('')]);
  const root = join(folder, 'releases', id);
  const encodings = (name: string) =>
    ['', '.br', '.gz'].map((end) => name + end).filter((file) => known.has(file));
  const write = (files: string[], into: string) =>
    Promise.all(files.flatMap(encodings).map((file) => copyWhole(join(client, file), join(into, file))));
  await write(assets, assetsFolder);
  await write(pages, root);
  await writeFile(join(root, assetsName), assets.flatMap(encodings).join('\n'));
  await writeFile(join(root, configName), configFor(root));
  const current = await readLink(join(folder, 'current'));
  if (current === id) return id;
  await replaceLink(id, join(folder, 'current'));
  await removeOthers(folder, [id, current]);
  return id;
}

/** Error pages have no address of their own. */
const isPublic = (address: string) =>
  !/^\/(?:ops(?:\/|$)|404$|500$)/.test(address) && !isServiceWorker(address.slice(1));

const hashOf = (texts: string[]) =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);

/** Copies a file so that a proxy that reads at the same time has all of it or none. A file of this name is the same one. */
async function copyWhole(source: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  await mkdir(dirname(target), { recursive: true });
  const partial = `${target}.partial`;
  await copyFile(source, partial);
  await rename(partial, target);
}

async function replaceLink(id: string, link: string): Promise<void> {
  const next = join(dirname(link), 'next');
  await rm(next, { force: true });
  await symlink(join('releases', id), next);
  await rename(next, link);
}

async function readLink(link: string): Promise<string | undefined> {
  return (await readlink(link).catch(() => undefined))?.split('/').at(-1);
}

/** Removes all releases but these, and the assets that none of these names. */
async function removeOthers(folder: string, ids: (string | undefined)[]): Promise<void> {
  const releases = join(folder, 'releases');
  for (const id of await readdir(releases))
    if (!ids.includes(id)) await rm(join(releases, id), { recursive: true });
  const named = new Set(
    ids.flatMap((id) => (id ? readFileSync(join(releases, id, assetsName), 'utf8').split('\n') : [])),
  );
  const assets = join(folder, 'assets');
  const { known } = listBuiltFiles(assets);
  await Promise.all([...known].filter((file) => !named.has(file)).map((file) => rm(join(assets, file))));
}
