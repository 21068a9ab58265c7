import { drawRequest } from '#contracts/funding/draw-rules.ts';
import type { revealDraw as contract } from '#contracts/funding/draws.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import type { Draw } from './draw.entity.ts';
import { seedHmac } from './hash-seed.ts';

/**
 * Draws the request from the seed and both nonces, and returns it with the seed. @throws HttpError 409 when the draw
 * has no day yet, was revealed before, or payments for the drawn request are paused by now.
 */
export const revealDraw: Handler<typeof contract> = async ({ params, body, caller }, { search }) => {
  const draw = await row<Pick<Draw, 'seed' | 'firstNonce' | 'candidates'>>(
    search,
    `SELECT seed, first_nonce AS "firstNonce", candidates FROM draws WHERE id = $1 AND sponsor_id = $2`,
    [params.id, caller.id],
  );
  if (!draw) throw notFound('You have begun another draw. Please draw again.');
  const { seed, firstNonce: first, candidates } = draw;
  if (!first || !candidates) throw conflict('This draw has not drawn its day yet.');
  const winner = await drawRequest(seed, { first, second: body.nonce }, candidates, seedHmac);
  if (!winner) throw new Error(`Draw ${params.id} has no candidates`);
  // The request may be deleted concurrently; the draw row remains.
  const revealed = await row<{ isPaused: boolean }>(
    search,
    `UPDATE draws SET second_nonce = $2, winner_id = (SELECT id FROM requests WHERE id = $3)
     WHERE id = $1 AND second_nonce IS NULL
     RETURNING EXISTS (SELECT FROM requests WHERE id = $3 AND 'frozen' = ANY (holds)) AS "isPaused"`,
    [params.id, body.nonce, winner],
  );
  if (!revealed) throw conflict('This draw is done already. Please draw again.');
  // The draw has ended, so that a sponsor cannot repeat this step with another nonce.
  if (revealed.isPaused)
    throw conflict('Payments for the drawn request were paused in this moment. Please draw again.');
  return { message: 'The draw is made.', data: { seed, winner } };
};
