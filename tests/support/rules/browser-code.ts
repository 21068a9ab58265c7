import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSource } from './source-files.ts';

/**
 * Returns the code that pages load, by path: islands, the scripts of Astro pages and all that these import from this
 * repository. The scripts of a page have its path with `.ts`.
 */
export function readBrowserCode(root: string): Map<string, string> {
  const code = new Map<string, string>();
  const add = (path: string, text: string) => {
    if (code.has(path)) return;
    code.set(path, text);
    for (const { target, isTypeOnly } of parseSource(path, text).imports)
      if (!isTypeOnly && /^(src|services)\/.*\.tsx?$/.test(target) && existsSync(join(root, target)))
        add(target, readFileSync(join(root, target), 'utf8'));
  };
  for (const path of globSync('src/**/*.{tsx,astro}', { cwd: root })) {
    if (/\.test\.tsx$/.test(path)) continue;
    const text = readFileSync(join(root, path), 'utf8');
    if (path.endsWith('.tsx')) add(path, text);
    else if (scriptsOf(text)) add(`${path}.ts`, scriptsOf(text));
  }
  return code;
}

/** Returns the scripts of a page that the bundler reads, with as many lines before them as the page has. */
const scriptsOf = (page: string) =>
  [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script).join('\n');
