import { openAtRest } from '../support/browser/open-at-rest.ts';
import { staticImports } from '../support/pages/static-imports.ts';
import type { ChunkPage } from './chunk-pages.ts';

/** A script that a page loads by itself: the page names it, one of those imports it, or the page loads it later. */
export interface Chunk {
  /** Path of its address. */
  address: string;
  kind: 'entry' | 'shared' | 'lazy';
}

/** A page with its scripts, and what it shows when none is lost. */
export interface LoadedPage extends ChunkPage {
  chunks: Chunk[];
  content: string;
}

const named = /<script\b[^>]*\bsrc="([^"]+)"|\b(?:component-url|renderer-url)="([^"]+)"/g;

/** Opens a page undisturbed. */
export async function loadPage(chunkPage: ChunkPage): Promise<LoadedPage> {
  const page = await chunkPage.open();
  const scripts = new Map<string, Promise<string>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.request().resourceType() === 'script') scripts.set(pathname, response.text());
  });
  const html = (await (await openAtRest(page, chunkPage.path))?.text()) ?? '';
  const texts = new Map<string, string>();
  for (const [address, text] of scripts) texts.set(address, await text);
  const entries = [...html.matchAll(named)].map(([, script, component]) => script ?? component ?? '');
  const imported = reachableFrom(entries, texts);
  const kindOf = (address: string) =>
    entries.includes(address) ? 'entry' : imported.has(address) ? 'shared' : 'lazy';
  const content = await page.evaluate(readContent);
  await page.context().close();
  return {
    ...chunkPage,
    content,
    chunks: [...texts.keys()].map((address) => ({ address, kind: kindOf(address) })),
  };
}

function reachableFrom(entries: string[], texts: ReadonlyMap<string, string>): Set<string> {
  const reachable = new Set<string>();
  const visit = (address: string) => {
    if (reachable.has(address)) return;
    reachable.add(address);
    for (const imported of staticImports(texts.get(address) ?? '', address)) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return reachable;
}

/** Returns the text of a page's main part, without figures, which may change; runs in the browser. Empty while an island is not shown. */
export function readContent(): string {
  if (document.querySelector('astro-island[ssr]:not([client="visible"])')) return '';
  return document.querySelector('main')?.textContent.replace(/\d+/g, '0').replace(/\s+/g, ' ').trim() ?? '';
}

/** Returns the name of a chunk without the hash of its content. */
export const nameOf = ({ address }: Chunk): string =>
  address
    .replace(/^\/_astro\//, '')
    .replace(/\.[\w-]{8}\.js$/, '')
    .replace(/_astro_type_script_index_(\d)_lang$/, ' script $1');
