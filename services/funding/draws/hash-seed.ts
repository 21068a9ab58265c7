import { createHash, createHmac } from 'node:crypto';
import type { Hmac } from '#contracts/draw-rules.ts';

// The browser's way to hash works here too, but takes a trip to another thread for each of its steps.

/** What is shown of a seed before the draw, as `commitmentOf` in the rules. */
export function hashSeed(seed: string): string {
  return createHash('sha256').update(seed, 'hex').digest('hex');
}

/** The chance of a draw. */
export const seedHmac: Hmac = (seed, text) =>
  createHmac('sha256', Buffer.from(seed, 'hex')).update(text).digest('hex');
