import { readFileSync } from 'node:fs';

const read = (path: string) =>
  readFileSync(new URL(`../../../services/platform/${path}`, import.meta.url), 'utf8');

/** The names of every setting that `services/platform/config.ts` knows, read from its schemas. */
export function settingNames(): string[] {
  const schema = read('config.ts').match(/const startSchema = z\.object\(\{(.*?)\n\}\);/s)?.[1] ?? '';
  const brand = read('brand/brand-settings.ts').match(/const brandSchema = \{(.*?)\n\};/s)?.[1] ?? '';
  return [...`${schema}${brand}`.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
}
