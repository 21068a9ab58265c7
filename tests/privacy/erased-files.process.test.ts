import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '#services/platform/config.ts';
import { sweepObjects } from '#services/platform/files/file-store.ts';
import { objectStore } from '#services/platform/files/object-store.ts';
import { longMs } from '#tests/support/vitest/limits.ts';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';
import { startSwift, type TestSwift } from '../support/servers/s3/start-swift.ts';
import { needs, requireSwift } from '../support/vitest/requirements.ts';
import { expectErased } from './expect-erased.ts';
import { randomPeople } from './random-people.ts';

const people = 3;

describe('an erasure with files in an object store', needs(requireSwift()), () => {
  let swift: TestSwift;
  let product: TestProduct;
  beforeAll(async () => {
    swift = await startSwift();
    product = await startTestProduct({ ...swift.env, LOG_LEVEL: 'debug' });
    await product.startWorkers();
  });
  afterAll(async () => {
    await product?.close();
    await swift?.stop();
  });

  it('leaves no object of random people with random histories', { timeout: longMs }, async () => {
    const objects = objectStore(product.config.files.s3 as NonNullable<Config['files']['s3']>);
    const property = fc.asyncProperty(randomPeople, async (person) => {
      await expectErased(product, {
        ...person,
        steps: [...new Set([...person.steps, 'certificate' as const])],
      });
      // The people whom they met have their pictures in PostgreSQL. As if the times of waiting were over.
      await product.db.query(
        "UPDATE stored_objects SET delete_after = now() - interval '1 second' WHERE delete_after IS NOT NULL",
      );
      expect(await sweepObjects(product.db, objects)).toBeGreaterThan(0);
      expect(await swift.keys()).toEqual([]);
    });
    await fc.assert(property, { numRuns: people, endOnFailure: true });
  });
});
