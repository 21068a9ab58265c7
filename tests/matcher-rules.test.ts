import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findBareExpressions } from './support/rules/matcher-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const placesIn = (text: string) => findBareExpressions([{ path: 'a.test.ts', text }]);

it('a regular expression stands in toMatchObject nowhere', () => {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'];
  const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  expect(files.length).toBeGreaterThan(500);
  expect(findBareExpressions(files)).toEqual([]);
});

it.each([
  'expect(error).toMatchObject({ message: /left alone/ });',
  'await expect(call()).rejects.toMatchObject({ cause: { message: /left/i } });',
  'expect.poll(read).toMatchObject([{ a: [{ b: /c/ }] }]);',
])('is found: %s', (text) => expect(placesIn(text)).toEqual(['a.test.ts:1']));

it.each([
  'expect(text).toMatch(/left/);',
  'expect(call).toThrow(/left/);',
  'expect(error).toMatchObject({ message: expect.stringMatching(/left/) });',
  'expect([/left/.test(text), "a"]).toEqual([true, "a"]);',
  'expect(parts).toEqual([text.replace(/a/, "b")]);',
])('is not found in: %s', (text) => expect(placesIn(text)).toEqual([]));
