import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { staticImports } from '../support/pages/static-imports.ts';
import { emptyWeight, type PageWeight, type Part } from './page-weight.ts';

const links: [Part, RegExp][] = [
  ['css', /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"/g],
  ['css', /<link\b[^>]*\bhref="([^"]+)"[^>]*\brel="stylesheet"/g],
  ['fonts', /(?<=\bdata-fonts="[^"]*)([^" ]+\.woff2)/g],
  ['images', /<(?:img|source)\b[^>]*\bsrc(?:set)?="([^" ]+)/g],
  ['js', /<script\b[^>]*\bsrc="([^"]+)"/g],
  ['js', /\b(?:component-url|renderer-url|before-hydration-url)="([^"]+)"/g],
];

/**
 * Measures a built page without a browser: the files referenced in its markup and imported by its scripts. Undefined
 * for a page that is rendered on demand.
 */
export function weighBuiltPage(client: string, path: string): PageWeight | undefined {
  const file = [path, `${path}/index.html`, `${path}.html`]
    .map((name) => join(client, name))
    .find((name) => name.endsWith('.html') && existsSync(name) && statSync(name).isFile());
  if (!file) return undefined;
  const weight = emptyWeight();
  weight.html = sentBytes(file);
  const markup = readFileSync(file, 'utf8');
  const seen = new Set<string>();
  const add = (part: Part, address: string): void => {
    const { pathname } = new URL(address, 'http://here');
    const asset = join(client, pathname);
    if (seen.has(asset) || address.startsWith('data:') || !existsSync(asset)) return;
    seen.add(asset);
    weight[part] += sentBytes(asset);
    if (part !== 'js') return;
    for (const imported of staticImports(readFileSync(asset, 'utf8'), pathname)) add('js', imported);
  };
  for (const [part, pattern] of links)
    for (const [, address = ''] of markup.matchAll(pattern)) add(part, address);
  return weight;
}

/** Size as transferred: the precompressed file, if the build created one. */
function sentBytes(file: string): number {
  const compressed = `${file}.br`;
  return statSync(existsSync(compressed) ? compressed : file).size;
}
