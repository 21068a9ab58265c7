import { afterAll, beforeAll, expect, it } from 'vitest';
import { deskRoutes } from '#services/desk-routes.ts';
import { routes } from '#services/routes.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { headerProblems } from './support/header-problems.ts';
import { rawCall } from './support/raw-call.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

/** Every call, with ids that do not exist, and every other kind of path. */
const paths: [method: string, path: string][] = [
  ...[...routes, ...deskRoutes].map(({ contract: { method, path } }): [string, string] => [
    method,
    `/api${path.replaceAll(/:\w+/g, '019a0000-0000-7000-8000-000000000000')}`,
  ]),
  ['PATCH', '/api/dashboard'],
  ['GET', '/api/openapi.json'],
  ['GET', '/api/docs'],
  ['GET', '/api/docs.css'],
  ['GET', '/api/nothing'],
  ['GET', '/health/live'],
  ['GET', '/health/ready'],
  ['GET', '/ops'],
  ['GET', '/ops/queue-board'],
  ['GET', '/nothing'],
];

// ASVS 3.2.1, 3.4.4, 3.4.5, 14.2.2, 14.3.2
it('every response has the security headers, errors included', async () => {
  const problems: string[] = [];
  for (const [method, path] of paths) {
    const response = await rawCall(product.url, path, { method });
    problems.push(...headerProblems(response.headers).map((problem) => `${method} ${path}: ${problem}`));
    if (!path.startsWith('/api/')) continue;
    const policy = String(response.headers['content-security-policy']);
    if (!/default-src 'none'.*frame-ancestors 'none'|default-src 'none'; sandbox/.test(policy))
      problems.push(`${method} ${path}: ${policy}`);
    if (!/no-store|max-age/.test(String(response.headers['cache-control'])))
      problems.push(`${method} ${path}: may be cached`);
  }
  expect(problems).toEqual([]);
});
