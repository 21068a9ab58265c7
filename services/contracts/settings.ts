import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { CurrencySchema } from './money.ts';

export const getSettings = endpoint({
  method: 'GET',
  path: '/settings',
  summary: 'What the browser must know about this installation: currencies that can be charged',
  auth: 'public',
  response: z.object({ currencies: z.array(CurrencySchema) }),
});
