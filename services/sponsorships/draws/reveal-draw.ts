import { drawRequest } from '#contracts/draw-rules.ts';
import type { revealDraw as contract } from '#contracts/draws.ts';
import type { Handler } from '#services/deps.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { DrawEntity } from './draw.entity.ts';

/** Draws the request by the seed and both nonces, and shows the seed. Refuses with 409 to do it twice. */
export const revealDraw: Handler<typeof contract> = async ({ params, body, caller }, { db }) => {
  const draw = await db.getRepository(DrawEntity).findOneBy({ id: params.id, sponsorId: caller.id });
  if (!draw) throw notFound();
  const { seed, firstNonce: first, candidates } = draw;
  if (!first || !candidates) throw conflict('This draw has not drawn its day yet.');
  const winner = await drawRequest(seed, { first, second: body.nonce }, candidates);
  if (!winner) throw new Error(`Draw ${draw.id} has no candidates`);
  // The winner may be deleted in this moment; the record of the draw outlives that.
  const { affected } = await db
    .createQueryBuilder()
    .update(DrawEntity)
    .set({ secondNonce: body.nonce, winnerId: () => '(SELECT id FROM requests WHERE id = :winner)' })
    .where('id = :id AND second_nonce IS NULL', { id: draw.id })
    .setParameters({ winner })
    .execute();
  if (affected !== 1) throw conflict('This draw is done already. Please draw again.');
  return { message: 'The draw is made.', data: { seed, winner } };
};
