import * as z from 'zod/mini';
import { currencies, toMinor } from './money.ts';

/** Largest price that a request may ask for, in minor units; a higher one is taken for a typing error. */
const maximumPriceMinor = 1_000_000_000;

export const CurrencySchema = z.enum(currencies, 'Please choose a currency.');

/** A price in major units with at most two decimals, such as 70 or 19.99. */
export const PriceSchema = z.number('Please enter the price as a number.').check(
  z.positive('The price must be more than zero.'),
  z.refine((price) => toMinor(price) <= maximumPriceMinor, 'This price is too high. Please check the zeros.'),
  z.refine(
    (price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6,
    'Please use at most two decimals.',
  ),
  // Less than one minor unit.
  z.refine((price) => toMinor(price) > 0, 'The price must be more than zero.'),
);
