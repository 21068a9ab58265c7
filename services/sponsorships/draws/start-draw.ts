import { randomBytes } from 'node:crypto';
import { commitmentOf } from '#contracts/draw-rules.ts';
import type { startDraw as contract } from '#contracts/draws.ts';
import type { Handler } from '#services/deps.ts';
import { conflict } from '#services/platform/errors.ts';
import { readWaitingDays } from './waiting-days.ts';

/**
 * Starts a draw: promises a seed by its hash and says how many wait since when, before the browser's chance comes
 * in. It takes the place of the one that this sponsor has open: of many promises nobody can keep the one whose day
 * they like. Refuses with 409 when nobody waits.
 */
export const startDraw: Handler<typeof contract> = async ({ caller }, { search }) => {
  const days = await readWaitingDays(search, caller.id);
  if (days.length === 0) throw conflict('No learners available to sponsor.');
  const seed = randomBytes(32).toString('hex');
  const { rows } = await search.query<{ id: string }>({
    name: 'start-draw',
    text: `INSERT INTO draws (sponsor_id, seed, days) VALUES ($1, $2, $3)
      ON CONFLICT (sponsor_id) WHERE second_nonce IS NULL DO UPDATE SET id = excluded.id, seed = excluded.seed,
        days = excluded.days, first_nonce = NULL, day = NULL, candidates = NULL, created_at = now()
      RETURNING id`,
    values: [caller.id, seed, JSON.stringify(days)],
  });
  const [draw] = rows;
  if (!draw) throw new Error('The draw was not stored');
  return {
    message: 'The draw has begun.',
    data: { _id: draw.id, commitment: await commitmentOf(seed), days },
  };
};
