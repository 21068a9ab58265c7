import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectRefusal } from '#tests/security/support/expect-clean.ts';
import { rawCall } from '#tests/security/support/raw-call.ts';
import { startTestProduct, type TestProduct } from '#tests/support/test-product.ts';

let product: TestProduct;
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'courselift-pages-'));
  const client = join(dir, 'client');
  await mkdir(client);
  await writeFile(join(dir, 'secret.txt'), 'outside of the pages');
  await writeFile(join(client, 'index.html'), '<!doctype html><title>Home</title>');
  await writeFile(join(client, '404.html'), '<!doctype html><title>Nothing here</title>');
  const policy = (value: string) => [{ key: 'Content-Security-Policy', value }];
  const pages = [
    { pathname: '/', headers: policy("default-src 'self'") },
    { pathname: '/404', headers: policy("default-src 'none'") },
  ];
  await writeFile(join(dir, '_headers.json'), JSON.stringify(pages));
  product = await startTestProduct({}, dir);
});
afterAll(async () => {
  await product?.close();
  await rm(dir, { recursive: true, force: true });
});

it('serves a page with its policy, and what a policy in a page cannot say', async () => {
  const answer = await rawCall(product.url, '/');
  expect([answer.status, answer.text]).toEqual([200, '<!doctype html><title>Home</title>']);
  expect(answer.headers).toMatchObject({
    'content-security-policy':
      "default-src 'self'; frame-ancestors 'none'; base-uri 'self'; object-src 'none'; form-action 'self'",
    'x-content-type-options': 'nosniff',
  });
});

it('answers people with a page where there is none', async () => {
  const answer = await rawCall(product.url, '/nothing');
  expect([answer.status, answer.text]).toEqual([404, '<!doctype html><title>Nothing here</title>']);
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
});

it('answers programs as JSON where there is no call, also beside pages', async () => {
  for (const method of ['GET', 'POST', 'HEAD'])
    for (const path of ['/api', '/api/nothing', '/api/course/nothing']) {
      const answer = await rawCall(product.url, path, { method });
      if (method === 'HEAD') expect(answer.headers['content-type']).toMatch(/json/);
      else expectRefusal(`${method} ${path}`, answer, 404);
    }
});

it.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/..%5csecret.txt',
  '/%00',
  '/index.html%00.png',
])('serves nothing outside of the pages, as in %s', async (path) => {
  const answer = await rawCall(product.url, path);
  expect([400, 404]).toContain(answer.status);
  expect(answer.text).not.toContain('outside of the pages');
});
