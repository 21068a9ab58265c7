import { readFileSync } from 'node:fs';

const read = (path: string) =>
  readFileSync(new URL(`../../../services/platform/${path}`, import.meta.url), 'utf8');

const parts = [
  'brand/brand-settings.ts',
  'files/file-settings.ts',
  'operator-settings.ts',
  'payment-settings.ts',
  'pool-sizes.ts',
  'provider-settings.ts',
];

/** The names of every setting that `services/platform/config.ts` knows, read from its schemas. */
export function settingNames(): string[] {
  const schema = read('config.ts').match(/const startSchema = z\.object\(\{(.*?)\n\}\);/s)?.[1] ?? '';
  const spread = parts.flatMap((path) => read(path).match(/const \w+Schema = \{(.*?)\n\};/gs) ?? []);
  return [...[schema, ...spread].join('\n').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
    ([, name = '']) => name,
  );
}
