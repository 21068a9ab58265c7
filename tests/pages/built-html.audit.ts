import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtPages } from '../support/pages/built-pages.ts';
import { createHtmlCheck } from '../support/pages/validate-html.ts';

const page = (body: string) =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A page</title></head><body>${body}</body></html>`;

it('every built page is valid HTML', async () => {
  const client = join(await builtPages(), 'client');
  const files: string[] = [];
  for await (const entry of glob('**/*.html', { cwd: client, withFileTypes: true }))
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(20);
  const check = createHtmlCheck();
  const invalid: string[] = [];
  for (const file of files)
    for (const fault of check.findInvalid(await readFile(file, 'utf8')))
      invalid.push(`${file.slice(client.length)}: ${fault}`);
  expect(invalid).toEqual([]);
  expect(check.unused()).toEqual([]);
});

it('every file that a script loads is in the build', async () => {
  const client = join(await builtPages(), 'client');
  const missing: string[] = [];
  let named = 0;
  for await (const script of glob('_astro/*.js', { cwd: client }))
    for (const [, name = ''] of (await readFile(join(client, script), 'utf8')).matchAll(
      /\b_astro\/([\w.-]+\.(?:css|js))/g,
    )) {
      named += 1;
      if (!existsSync(join(client, '_astro', name))) missing.push(`${script}: ${name}`);
    }
  expect(named).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

it("React's script asks for all its functions to be compiled at once, and no other does", async () => {
  const client = join(await builtPages(), 'client');
  const asking: string[] = [];
  for await (const script of glob('_astro/*.js', { cwd: client }))
    if ((await readFile(join(client, script), 'utf8')).startsWith('//# allFunctionsCalledOnLoad\n'))
      asking.push(script.replace(/\..*$/, ''));
  expect(asking).toEqual(['_astro/react']);
});

it('React starts with its own script, not with that of the first island', async () => {
  const client = join(await builtPages(), 'client');
  for await (const script of glob('_astro/react.*.js', { cwd: client })) {
    const exported: object = await import(join(client, script));
    expect(Object.values(exported)).toContainEqual(
      expect.objectContaining({ createRoot: expect.any(Function), hydrateRoot: expect.any(Function) }),
    );
  }
  expect.assertions(1);
});

it.each([
  ['<div><figcaption>A</figcaption></div>', 'element-permitted-content'],
  ['<p id="a">A</p><p id="a">B</p>', 'no-dup-id'],
  ['<p><span>A</p>', 'close-order'],
  ['<a href="/"><button type="button">A</button></a>', 'element-permitted-content'],
])('%s is not valid HTML', (body, rule) => {
  const { findInvalid } = createHtmlCheck();
  expect(findInvalid(page('<p>A</p>'))).toEqual([]);
  expect(findInvalid(page(body)).join()).toContain(rule);
});
