import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** One import of a file. */
export interface Import {
  /** A path in the repository (`services/deps.ts`) or a package (`express`, `node:fs`). */
  target: string;
  /** Whether it is erased before the code runs. */
  isTypeOnly: boolean;
}

/** A source file as the import rules read it. */
export interface SourceFile {
  path: string;
  text: string;
  imports: Import[];
  isTest: boolean;
}

const ALIAS = /^#(contracts|services|workers|sandbox|src|tests)\//;
const STATEMENT =
  /^[ \t]*(import|export)\b(\s+type\b(?!\s*(?:,|from\s*['"]type)))?([^'"`;=]*?\bfrom)?\s*['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]/g;

/** Reads a file of the repository. */
export function readSource(root: string, path: string): SourceFile {
  return parseSource(path, readFileSync(posix.join(root, path), 'utf8'));
}

/** Returns whether the name of a file is one of a test. */
export const isTestName = (path: string): boolean => /\.(test|journey|fault|audit)\.tsx?$/.test(path);

/** Makes a source file of a text, its imports resolved to paths in the repository. */
export function parseSource(path: string, text: string): SourceFile {
  const code = path.endsWith('.astro') ? scriptsOf(text) : text;
  const imports: Import[] = [];
  for (const [, keyword, type, clause, specifier = ''] of code.matchAll(STATEMENT)) {
    // `export 'x'` is no statement, and `export` without `from` imports nothing.
    if (keyword === 'export' && !clause) continue;
    imports.push({
      target: resolve(path, specifier),
      isTypeOnly: type !== undefined || namesOnlyTypes(clause),
    });
  }
  for (const [, specifier = ''] of code.matchAll(DYNAMIC)) {
    imports.push({ target: resolve(path, specifier), isTypeOnly: false });
  }
  return { path, text, imports, isTest: path.startsWith('tests/') || isTestName(path) };
}

/** Returns frontmatter and scripts of a page: what is between them is prose, and may well say "import". */
export function scriptsOf(page: string): string {
  const frontmatter = page.match(/^\s*---\r?\n(.*?)\r?\n---/s)?.[1] ?? '';
  const scripts = [...page.matchAll(/<script\b[^>]*(?<!\/)>(.*?)<\/script>/gs)].map(([, script]) => script);
  return [frontmatter, ...scripts].join('\n');
}

function namesOnlyTypes(clause: string | undefined): boolean {
  const names = clause?.match(/^\s*\{(.*)\}\s*from$/s)?.[1];
  if (names === undefined) return false;
  const each = names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return each.length > 0 && each.every((name) => /^type\s/.test(name));
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const alias = specifier.match(ALIAS)?.[1];
  if (alias) return specifier.replace(ALIAS, alias === 'contracts' ? 'services/contracts/' : `${alias}/`);
  return specifier;
}
