import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { lookup } from 'mrmime';
import type { PolicyOf } from './page-policies.ts';

const yearS = 31_536_000;

/** Returns the files of a build by name, without those in encodings; `known` has all of them. */
export function listBuiltFiles(client: string): { names: string[]; known: ReadonlySet<string> } {
  const all = readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(client, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return { names: all.filter((name) => !/\.(br|gz)$/.test(name)), known: new Set(all) };
}

/** Folders of files whose names contain a hash of their content. */
export const hashedFolders = ['_astro', 'drawings'] as const;

/** Whether the name of a file contains a hash of its content. */
export const isHashed = (name: string): boolean =>
  hashedFolders.some((folder) => name.startsWith(`${folder}/`));

/** Whether a file is a service worker, or the one that removes it. */
export const isServiceWorker = (name: string): boolean => /^(?:remove-)?service-worker\.js$/.test(name);

/** Whether browsers load a file as a part of a document, and never as one. */
export const isPart = (name: string): boolean => /\.(?:js|css|woff2)$/.test(name);

/** Returns the address of a file: the build writes `help/index.html` for `/help`, and `terms.html/index.html` for `/terms.html`. */
export const addressOf = (name: string): string => `/${name}`.replace(/(\/index)?\.html$/, '') || '/';

/** Returns the headers of a file that depend on neither its content nor the encoding. */
export function headersOf(name: string, policyOf: PolicyOf): Record<string, string> {
  const type = lookup(name) ?? (name.endsWith('.ico') ? 'image/x-icon' : 'application/octet-stream');
  return {
    'Content-Type': /^text\/(html|plain)$/.test(type) ? `${type};charset=utf-8` : type,
    'Cache-Control': isHashed(name) ? `public, max-age=${yearS}, immutable` : 'no-cache',
    Vary: 'Accept-Encoding',
    // A worker has no page: it may load files of this site, and nothing else.
    ...(isServiceWorker(name) && { 'Content-Security-Policy': "default-src 'none'; connect-src 'self'" }),
    ...(type === 'text/html' && { 'Content-Security-Policy': policyOf(addressOf(name)) }),
  };
}
