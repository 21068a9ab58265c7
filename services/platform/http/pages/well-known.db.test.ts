import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs } from '#contracts/durations.ts';
import { headerProblems } from '#tests/security/support/header-problems.ts';
import { rawCall } from '#tests/security/support/raw-call.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let reachable: TestProduct;
let silent: TestProduct;
beforeAll(async () => {
  reachable = await startTestProduct({ SECURITY_CONTACT: 'security@courselift.example' });
  silent = await startTestProduct();
});
afterAll(async () => {
  await reachable?.close();
  await silent?.close();
});

it('says who reads reports of vulnerabilities, in a file that never expires', async () => {
  const { status, headers, text } = await rawCall(reachable.url, '/.well-known/security.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(headerProblems(headers)).toEqual([]);
  expect(text).toMatch(/^Contact: mailto:security@courselift\.example$/m);
  expect(text).toContain(`\nCanonical: ${reachable.config.publicUrl}/.well-known/security.txt\n`);
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
  const answeredAt = Date.parse(String(headers.date));
  expect((expires - answeredAt) / dayMs).toBeCloseTo(180, 0);
});

it('has no such file without a contact', async () => {
  expect((await rawCall(silent.url, '/.well-known/security.txt')).status).toBe(404);
});

it('leads password managers to the form that changes a password', async () => {
  const { status, headers } = await rawCall(silent.url, '/.well-known/change-password');
  expect([status, headers.location]).toEqual([302, '/profile']);
});
