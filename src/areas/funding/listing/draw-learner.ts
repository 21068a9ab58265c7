import type { DrawRecord } from '#contracts/funding/draw-rules.ts';
import { drawDay, revealDraw, startDraw } from '#contracts/funding/draws.ts';
import { ApiError, call } from '../../../browser/api.ts';

const attempts = 3;

/**
 * Draws one open request together with the server (commit and reveal): the server commits to a seed, this browser
 * sends two nonces, and the complete record is returned. Retries when requests changed during the draw. @throws
 * ApiError (409 when there are no requests), CallTimeoutError or NetworkDown
 */
export async function drawLearner(attempt = 1): Promise<DrawRecord> {
  const { _id: id, commitment, days } = (await call(startDraw, {})).data;
  const params = { id };
  const [firstNonce, secondNonce] = [newNonce(), newNonce()];
  try {
    const { day, candidates } = (await call(drawDay, { params, body: { nonce: firstNonce } })).data;
    const { seed, winner } = (await call(revealDraw, { params, body: { nonce: secondNonce } })).data;
    return { commitment, days, firstNonce, day, candidates, secondNonce, seed, winner };
  } catch (error) {
    const hasChanged = error instanceof ApiError && error.status === 409;
    if (hasChanged && attempt < attempts) return drawLearner(attempt + 1);
    throw error;
  }
}

function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
