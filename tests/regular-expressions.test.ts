import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findSlow, patternsOf } from './support/rules/regular-expressions.ts';
import { fullSizes } from './support/vitest/extent.ts';
import { needs } from './support/vitest/requirements.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const patterns = execFileSync('git', ['ls-files', 'services', 'workers', 'src', 'sandbox', 'tools'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(tsx?|mjs|astro)$/.test(path) && !/\.test\.tsx?$/.test(path))
  .filter((path) => existsSync(join(root, path)))
  .flatMap((path) => patternsOf({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Patterns of polynomial time, and why the text that they read cannot be long or foreign. The list may only become shorter. */
const accepted: [pattern: string, reason: string][] = [
  [
    String.raw`services/platform/describe-failure.ts /^ +at .*\/((?:services|workers)\/[\w./-]+\.ts):\d+/`,
    'lines of a stack with at most 500 characters',
  ],
  [`src/areas/requests/recipients.ts /^[<("']+|[>)"'.]+$/g`, 'what a person pastes into their own browser'],
  [
    String.raw`src/styleguide/Tokens.astro /(--[\w-]+): (?:light-dark|oklch)\(/g`,
    'our own stylesheet, at the build',
  ],
  [String.raw`src/styleguide/Tokens.astro /(--text-[\w-]+):/g`, 'our own stylesheet, at the build'],
];

const slowIn = (text: string) => findSlow(patternsOf({ path: 'a.ts', text }));

describe('the time of a regular expression', () => {
  it('grows with the length of the text, but for those of the list', needs(fullSizes), async () => {
    expect(patterns.length).toBeGreaterThan(200);
    expect(await findSlow(patterns)).toEqual(accepted.map(([pattern]) => pattern));
  });

  it.each([
    [String.raw`const a = /\S+@/;`, [String.raw`a.ts /\S+@/`]],
    ['const a = /^(a+)+$/u;', ['a.ts /^(a+)+$/u']],
    [`const a = new RegExp(\`^(\${b}+)+$\`);`, ['a.ts /^(x+)+$/']],
    ["const a = RegExp('^(b+)+$', 'i');", ['a.ts /^(b+)+$/i']],
    [String.raw`const a = /^\S+@/, b = 1 / 2 / 3;`, []],
  ])('is judged in %s', async (text, slow) => {
    expect(await slowIn(text)).toEqual(slow);
  });

  it('cannot be judged when the text is not in the call', () => {
    expect(() => patternsOf({ path: 'a.ts', text: 'new RegExp(b.source)' })).toThrow('RegExp(b.source)');
  });
});
