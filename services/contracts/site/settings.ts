import * as z from 'zod/mini';
import { endpoint, nullableObject } from '../endpoint.ts';
import { CurrencySchema } from '../price-fields.ts';

export const getSettings = endpoint('GET', '/settings', 'public', {
  summary:
    'Settings of this installation: currencies that can be charged, rate of the service fee, Google sign-in',
  response: z.object({
    message: z.string(),
    currencies: z.array(CurrencySchema),
    /** Rate of the service fee that a sponsor pays on top of the price, in hundredths of a percent. */
    serviceFeeBasisPoints: z.int(),
    /** Null when Google Sign-In is not configured: the button is then hidden. */
    google: nullableObject({ clientId: z.string(), authorizationUrl: z.string() }),
  }),
});
