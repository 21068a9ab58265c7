import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimits } from '#contracts/limits.ts';
import type { Deps } from '#services/deps.ts';
import { HttpError } from '#services/platform/errors.ts';
import type { RateLimitStore } from '#services/platform/http/rate-limit/rate-limit-store.ts';

const limiters = new WeakMap<RateLimitStore, RateLimiterAbstract>();

/**
 * Applies the daily rate limit of invitations per learner, which also counts repeated edits of the same list. @throws
 * HttpError 429 with Retry-After when it is exceeded.
 */
export async function consumeRecipientQuota(
  { limits, config }: Pick<Deps, 'limits' | 'config'>,
  learnerId: string,
  count: number,
): Promise<void> {
  if (count === 0) return;
  const { max, windowMs } = rateLimits.recipients;
  const limiter =
    limiters.get(limits) ??
    limits.makeLimiter('recipients', Math.max(1, Math.floor(max * config.rateLimitFactor)), windowMs);
  limiters.set(limits, limiter);
  try {
    await limiter.consume(learnerId, count);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const retryAfterS = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new HttpError(429, `You can invite ${max} people a day. Please try again tomorrow.`, {
      retryAfterS,
    });
  }
}
