import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { mutate } from './mutation.ts';
import { readAreas } from './read-areas.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe.each(await readAreas())('$name', ({ mutations }) => {
  it('has at least 10 changes, each of its own rule', () => {
    expect(mutations.length).toBeGreaterThanOrEqual(10);
    expect(new Set(mutations.map(({ rule }) => rule)).size).toBe(mutations.length);
  });

  it.each(mutations)('$rule', (mutation) => {
    const changed = mutate(readFileSync(join(root, mutation.file), 'utf8'), mutation);
    expect(syntaxErrors(mutation.file, changed)).toEqual([]);
    expect(mutation.rule).toMatch(/^[A-Z].*\.$/);
    expect(mutation.tests.length).toBeGreaterThan(0);
    expect(mutation.tests.filter((file) => !isTest(file))).toEqual([]);
  });
});

/** Returns whether a file belongs to one of the projects that `npm run test:mutations` runs. */
const isTest = (file: string) =>
  /\.test\.tsx?$/.test(file) && !/\.process\.test\./.test(file) && existsSync(join(root, file));

/** Returns the syntax errors of a changed source file, as messages; none for other files. */
function syntaxErrors(file: string, text: string): string[] {
  if (file.endsWith('.ts')) {
    try {
      stripTypeScriptTypes(text);
      return [];
    } catch (error) {
      return [String(error)];
    }
  }
  if (!file.endsWith('.tsx')) return [];
  // Node parses no JSX.
  const { diagnostics = [] } = ts.transpileModule(text, {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.ESNext },
  });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

it('reads JSX', () => {
  expect(syntaxErrors('a.tsx', 'const a = <p>{1 as number}</p>;')).toEqual([]);
  expect(syntaxErrors('a.tsx', 'const a = <p>{1 as number}</div>;')).not.toEqual([]);
  expect(syntaxErrors('a.ts', 'const a: number = ;')).not.toEqual([]);
});

it('rejects a text that is absent or occurs twice', () => {
  const mutation = { rule: 'A rule.', file: 'a.ts', replace: 'c', tests: [] };
  expect(mutate('a b', { ...mutation, find: 'b' })).toBe('a c');
  expect(() => mutate('a b', { ...mutation, find: 'd' })).toThrow('"d" occurs 0 times in a.ts');
  expect(() => mutate('b b', { ...mutation, find: 'b' })).toThrow('"b" occurs 2 times in a.ts');
});
