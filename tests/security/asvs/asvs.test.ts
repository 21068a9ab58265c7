import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findAnnotations } from './find-annotations.ts';
import { coverageOf, reportAsvs } from './render-asvs.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { items, problems, text } = reportAsvs(root);

describe('docs/asvs.md', () => {
  it('has a test, a document or a reason for each requirement', () => {
    expect(problems).toEqual([]);
  });

  it('is up to date (npm run asvs)', () => {
    expect(text).toBe(readFileSync(join(root, 'docs/asvs.md'), 'utf8'));
  });

  it('lists the 70 requirements of level 1 and the 183 of level 2 once', () => {
    expect([1, 2].map((level) => items.filter((item) => item.level === level).length)).toEqual([70, 183]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(253);
  });

  it('meets what applies of level 1, and 95 % of level 2', () => {
    expect(coverageOf(items, 1)).toBe(1);
    expect(coverageOf(items, 2)).toBeGreaterThanOrEqual(0.95);
  });
});

describe('an annotation', () => {
  const file = (...lines: string[]) => findAnnotations('a.test.ts', lines.join('\n'));

  it('names the test below it with its groups', () => {
    const annotations = file(
      "describe('a', () => {",
      '  // ASVS 1.2.3, 1.2.4',
      '  // Why it is so.',
      '  it.each([',
      "    ['x'],",
      "  ])('is %s', () => {});",
      '});',
      '// ASVS 6.2.1',
      "describe.each([1])('b', () => {});",
    );
    expect(annotations).toEqual([
      { ids: ['1.2.3', '1.2.4'], path: 'a.test.ts', test: 'a › is %s' },
      { ids: ['6.2.1'], path: 'a.test.ts', test: 'b' },
    ]);
  });

  it('is rejected when it is malformed or not above a test', () => {
    expect(() => file('// ASVS 1.2', "it('a', () => {});")).toThrow('a.test.ts:1: write');
    expect(() => file('// ASVS 1.2.3', '', "it('a', () => {});")).toThrow('a.test.ts:1: there is no test');
  });
});
