import type { Brand } from '#contracts/site/brand.ts';

/** The names of the product on payment pages. */
export type Merchant = Pick<Brand, 'name' | 'legalName'>;
