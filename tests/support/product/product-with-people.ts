import { join, type SignedIn } from '../people/people.ts';
import { startTestProduct, type TestProduct } from './test-product.ts';

/** A product with workers, and people who have an account there. */
export interface ProductWithPeople {
  product: TestProduct;
  learner: SignedIn;
  sponsor: SignedIn;
}

/** Starts a product with workers, a learner and a sponsor; close the product when done. */
export async function startProductWithPeople(): Promise<ProductWithPeople> {
  const product = await startTestProduct();
  await product.startWorkers();
  return {
    product,
    learner: await join(product.url, 'learner'),
    sponsor: await join(product.url, 'sponsor'),
  };
}
