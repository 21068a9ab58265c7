import { drawDay as drawDayBy } from '#contracts/draw-rules.ts';
import type { drawDay as contract } from '#contracts/draws.ts';
import type { Handler } from '#services/deps.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { DrawEntity } from './draw.entity.ts';
import { readRequestsOf } from './waiting-days.ts';

/**
 * Draws the day by the seed and the browser's first nonce, and answers everybody of that day: from now on the list
 * stands. Refuses with 409 a second nonce for the same step, and a day on which something has changed meanwhile.
 */
export const drawDay: Handler<typeof contract> = async ({ params, body, caller }, { db }) => {
  const draw = await db.getRepository(DrawEntity).findOneBy({ id: params.id, sponsorId: caller.id });
  if (!draw) throw notFound();
  const day = await drawDayBy(draw.seed, body.nonce, draw.days);
  if (!day) throw new Error(`Draw ${draw.id} has no day`);
  const candidates = await readRequestsOf(db, caller.id, day);
  if (candidates.length !== draw.days.find((one) => one.day === day)?.n) {
    throw conflict('A request was filed or funded in this moment. Please draw again.');
  }
  const { affected } = await db
    .createQueryBuilder()
    .update(DrawEntity)
    .set({ firstNonce: body.nonce, day, candidates })
    .where('id = :id AND first_nonce IS NULL', { id: draw.id })
    .execute();
  if (affected !== 1) throw conflict('This step of the draw is done already. Please draw again.');
  return { message: 'The day is drawn.', data: { day, candidates } };
};
