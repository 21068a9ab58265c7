import { readFileSync } from 'node:fs';

/** The names of every setting that `services/platform/config.ts` knows, read from its schema. */
export function settingNames(): string[] {
  const source = readFileSync(new URL('../../../services/platform/config.ts', import.meta.url), 'utf8');
  const schema = source.match(/const startSchema = z\.object\(\{(.*?)\n\}\);/s)?.[1] ?? '';
  return [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
}
