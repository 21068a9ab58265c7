import type { Thread } from './cloth.ts';

/** The product's logo on a square of 48 units: stairs on a dark ground. */
export const mark: readonly (readonly [Thread, string])[] = [
  ['night', 'M0 0H48V48H0Z'],
  ['teal', 'M6 42V40A10 10 0 0 1 16 30V42Z'],
  ['cotton', 'M18 42V30A12 12 0 0 1 30 18V42Z'],
  ['saffron', 'M32 18A12 12 0 0 1 44 6V18Z'],
  ['clay', 'M32 20H44V30H32Z'],
  ['saffron', 'M32 42A12 10 0 0 1 44 32V42Z'],
];
