import * as z from 'zod/mini';
import { dataResponse, endpoint } from './endpoint.ts';
import { IdSchema } from './fields.ts';

const DaySchema = z.iso.date();

/** 32 random bytes in hex, made by the browser. */
const NonceSchema = z.string('Not found.').check(z.regex(/^[0-9a-f]{64}$/, 'Please draw again.'));

const drawId = z.object({ id: IdSchema });

export const startDraw = endpoint({
  method: 'POST',
  path: '/sponsorship/draws',
  summary: 'Start a fair draw: what the server promises before the browser adds its own chance',
  auth: ['sponsor'],
  limit: 'draw',
  statuses: [201],
  response: dataResponse(
    z.object({
      _id: IdSchema,
      /** SHA-256 of the seed. */
      commitment: z.string(),
      days: z.array(z.object({ day: DaySchema, n: z.int(), weight: z.int() })),
    }),
  ),
});

export const drawDay = endpoint({
  method: 'POST',
  path: '/sponsorship/draws/:id/day',
  summary: 'The browser’s first nonce decides the day; answers everybody who waits since then',
  auth: ['sponsor'],
  limit: 'draw',
  params: drawId,
  body: z.object({ nonce: NonceSchema }),
  response: dataResponse(z.object({ day: DaySchema, candidates: z.array(IdSchema) })),
});

export const revealDraw = endpoint({
  method: 'POST',
  path: '/sponsorship/draws/:id/reveal',
  summary: 'The browser’s second nonce decides the request; answers it and the seed',
  auth: ['sponsor'],
  limit: 'draw',
  params: drawId,
  body: z.object({ nonce: NonceSchema }),
  response: dataResponse(z.object({ seed: z.string(), winner: IdSchema })),
});
