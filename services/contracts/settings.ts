import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { CurrencySchema } from './money.ts';

export const getSettings = endpoint({
  method: 'GET',
  path: '/settings',
  summary:
    'What the browser must know about this installation: currencies that can be charged, Google sign-in',
  auth: 'public',
  response: z.object({
    currencies: z.array(CurrencySchema),
    /** Absent where Google sign-in is not configured: then its button is hidden. */
    google: z.nullable(z.object({ clientId: z.string(), authorizationUrl: z.string() })),
  }),
});
