import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { narrowPolicy } from './narrow-policy.ts';

/** An entry of the file that Astro's adapter writes for the policies of the prerendered pages. */
interface PageHeaders {
  pathname: string;
  headers: { key: string; value: string }[];
}

/**
 * Drops from the policy of each prerendered page the hashes of scripts and styles that the page does not contain: Astro names
 * those of all pages in each, 3.4 KB in every response. Files of our origin are allowed by `'self'`.
 */
export function narrowPolicies(): AstroIntegration {
  return {
    name: 'narrow-policies',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const client = fileURLToPath(dir);
        const file = join(client, '..', '_headers.json');
        const pages = JSON.parse(await readFile(file, 'utf8')) as PageHeaders[];
        for (const { pathname, headers } of pages) {
          const html = await readPage(client, pathname);
          for (const header of headers)
            if (header.key.toLowerCase() === 'content-security-policy')
              header.value = narrowPolicy(header.value, html);
        }
        await writeFile(file, JSON.stringify(pages));
      },
    },
  };
}

// A page is a file of its name, or the index of a folder.
async function readPage(client: string, pathname: string): Promise<string> {
  const path = join(client, pathname);
  for (const file of [path, `${path}.html`, join(path, 'index.html')])
    if (file.endsWith('.html')) {
      const html = await readFile(file, 'utf8').catch(() => undefined);
      if (html !== undefined) return html;
    }
  throw new Error(`The build has a policy for ${pathname}, but no page.`);
}
