import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Static imports of the scripts of a build, by address. */
export type Imports = ReadonlyMap<string, readonly string[]>;

// Islands that are loaded with the page; the others wait until they are seen.
const island =
  /<astro-island [^>]*component-url="([^"]+)"[^>]*renderer-url="([^"]+)"[^>]*client="(?:only|load)"/g;

/**
 * Adds `modulepreload` links for the scripts of the islands of each prerendered page. Astro names only the first script of an
 * island, and a browser finds the others one import after the other: seven round trips on `/dashboard`.
 */
export function preloadIslands(): AstroIntegration {
  const imports = new Map<string, readonly string[]>();
  const recordImports = {
    name: 'record-imports',
    apply: 'build' as const,
    generateBundle(
      _options: unknown,
      bundle: Record<string, { type: string; fileName: string; imports?: string[] }>,
    ) {
      for (const { type, fileName, imports: imported = [] } of Object.values(bundle)) {
        if (type === 'chunk')
          imports.set(
            `/${fileName}`,
            imported.map((name) => `/${name}`),
          );
      }
    },
  };
  return {
    name: 'preload-islands',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [recordImports] } });
      },
      'astro:build:done': async ({ dir }) => {
        for await (const entry of glob('**/*.html', { cwd: fileURLToPath(dir), withFileTypes: true })) {
          // A page can be a folder with such a name.
          if (!entry.isFile()) continue;
          const file = join(entry.parentPath, entry.name);
          await writeFile(file, addPreloads(await readFile(file, 'utf8'), imports));
        }
      },
    },
  };
}

/** Returns the page with a link for each script that its islands import, directly or through others. */
export function addPreloads(html: string, imports: Imports): string {
  const found = new Set<string>();
  const visit = (address: string) => {
    if (found.has(address)) return;
    found.add(address);
    for (const imported of imports.get(address) ?? []) visit(imported);
  };
  for (const [, component = '', renderer = ''] of html.matchAll(island)) {
    visit(component);
    visit(renderer);
  }
  const links = [...found].map((address) => `<link rel="modulepreload" href="${address}">`).join('');
  return html.replace('</head>', () => `${links}</head>`);
}
