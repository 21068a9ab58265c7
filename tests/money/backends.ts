import { afterAll, beforeAll, describe } from 'vitest';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';
import { startRedis, type TestRedis } from '../support/servers/start-redis.ts';
import { isFull } from '../support/vitest/extent.ts';
import { needs, requireRedis } from '../support/vitest/requirements.ts';

// The embedded queue needs nothing; Redis is for full runs.
const redis = isFull ? requireRedis() : undefined;
const backends = redis ? (['PostgreSQL', 'Redis'] as const) : (['PostgreSQL'] as const);

/**
 * Describes a test suite once for each queue backend of the run, with the product and its workers running. Tests get the product
 * from a function, because it is started in `beforeAll`.
 */
export function onBothBackends(
  name: string,
  env: Record<string, string>,
  tests: (product: () => TestProduct) => void,
) {
  for (const backend of backends) {
    const required = backend === 'Redis' ? redis : undefined;
    describe(`${name} on ${backend}`, needs(required), () => {
      let product: TestProduct | undefined;
      let server: TestRedis | undefined;
      beforeAll(async () => {
        if (required?.path) server = await startRedis(required.path);
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
