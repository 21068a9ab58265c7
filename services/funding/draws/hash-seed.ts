import { createHash, createHmac } from 'node:crypto';
import type { Hmac } from '#contracts/funding/draw-rules.ts';

// Web Crypto works in Node as well, but runs each hash on the thread pool; node:crypto is synchronous.

/** Returns the SHA-256 of a seed in hex, as `commitmentOf` in the draw rules. */
export function hashSeed(seed: string): string {
  return createHash('sha256').update(seed, 'hex').digest('hex');
}

/** HMAC-SHA-256 with node:crypto, in hex; the key is the seed. */
export const seedHmac: Hmac = (seed, text) =>
  createHmac('sha256', Buffer.from(seed, 'hex')).update(text).digest('hex');
