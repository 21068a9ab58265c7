import { afterAll, beforeAll, describe } from 'vitest';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';
import { startRedis, type TestRedis } from '../support/servers/start-redis.ts';
import { requireRedis } from '../support/vitest/requirements.ts';

const redis = requireRedis();

/**
 * Describes a test suite once for each queue backend, with the product and its workers running. Tests get the product
 * from a function, because it is started in `beforeAll`.
 */
export function onBothBackends(
  name: string,
  env: Record<string, string>,
  tests: (product: () => TestProduct) => void,
) {
  for (const backend of ['PostgreSQL', 'Redis'] as const) {
    describe.skipIf(backend === 'Redis' && redis.missing)(`${name} on ${backend}`, () => {
      let product: TestProduct | undefined;
      let server: TestRedis | undefined;
      beforeAll(async () => {
        if (backend === 'Redis' && redis.path) server = await startRedis(redis.path);
        product = await startTestProduct(server ? { ...env, REDIS_URL: server.url } : env);
        await product.startWorkers();
      });
      afterAll(async () => {
        await product?.close();
        await server?.stop();
      });
      tests(() => {
        if (!product) throw new Error('The product is not running');
        return product;
      });
    });
  }
}
