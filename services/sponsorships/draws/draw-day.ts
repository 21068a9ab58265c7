import { drawDay as drawDayBy } from '#contracts/draw-rules.ts';
import type { drawDay as contract } from '#contracts/draws.ts';
import type { Handler } from '#services/deps.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import type { Draw } from './draw.entity.ts';
import { readRequestsOf } from './waiting-days.ts';

/**
 * Draws the day by the seed and the browser's first nonce, and answers everybody of that day: from now on the list
 * stands. Refuses with 409 a second nonce for the same step, and a day on which something has changed meanwhile.
 */
export const drawDay: Handler<typeof contract> = async ({ params, body, caller }, { search }) => {
  const { rows } = await search.query<Pick<Draw, 'seed' | 'days'>>({
    name: 'draw-to-give-a-day',
    text: 'SELECT seed, days FROM draws WHERE id = $1 AND sponsor_id = $2',
    values: [params.id, caller.id],
  });
  const [draw] = rows;
  if (!draw) throw notFound('You have begun another draw. Please draw again.');
  const day = await drawDayBy(draw.seed, body.nonce, draw.days);
  if (!day) throw new Error(`Draw ${params.id} has no day`);
  const candidates = await readRequestsOf(search, caller.id, day);
  if (candidates.length !== draw.days.find((one) => one.day === day)?.n) {
    throw conflict('A request was filed or funded in this moment. Please draw again.');
  }
  const { rowCount } = await search.query({
    name: 'give-day',
    text: `UPDATE draws SET first_nonce = $2, day = $3, candidates = $4 WHERE id = $1 AND first_nonce IS NULL`,
    values: [params.id, body.nonce, day, JSON.stringify(candidates)],
  });
  if (rowCount !== 1) throw conflict('This step of the draw is done already. Please draw again.');
  return { message: 'The day is drawn.', data: { day, candidates } };
};
