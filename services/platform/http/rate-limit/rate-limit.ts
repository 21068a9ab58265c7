import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { dayMs } from '#contracts/durations.ts';
import type { Endpoint } from '#contracts/endpoint.ts';
import { type RateLimit, type RateLimitName, rateLimits } from '#contracts/limits.ts';
import { HttpError } from '../../errors.ts';
import { addressOf } from '../requests/client-address.ts';
import type { Caller } from '../route.ts';
import type { RateLimitStore } from './rate-limit-store.ts';

/**
 * Counts one use of a call against its rate limit. Throws a 429 with `Retry-After` when the caller exceeds it. `succeeded` takes
 * the use back from the limits that count failures only.
 */
export type RateLimiter = (contract: Endpoint, use: Use) => Promise<{ succeeded(): Promise<void> }>;

/** Returns the id of a device that the account has signed in from, as signed in the cookies; undefined for other devices. */
export type FindKnownDevice = (cookies: string | undefined, email: string) => string | undefined;

interface Use {
  req: Request;
  caller: Caller | undefined;
  body: unknown;
}

interface Count {
  limiter: RateLimiterAbstract;
  key: string;
  isDoubling?: boolean | undefined;
  countsFailures?: boolean;
}

/**
 * Creates the rate limiter (throttle) of all calls; every limit is multiplied by `factor`. The store gets keys only as `hash`
 * returns them: it must not contain e-mail or IP addresses, nor what can be compared with one.
 */
export function createRateLimiter(
  store: RateLimitStore,
  factor: number,
  findKnownDevice: FindKnownDevice,
  hash: (key: string) => string,
): RateLimiter {
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = (name: string, max: number, windowMs: number) => {
    const limiter =
      limiters.get(name) ?? store.makeLimiter(name, Math.max(1, Math.floor(max * factor)), windowMs);
    limiters.set(name, limiter);
    return limiter;
  };
  const countsFor = (name: RateLimitName, use: Use): Count[] => {
    const { max, windowMs, per, overall, all, failures, isDoubling }: RateLimit = rateLimits[name];
    const email = emailOf(use.body);
    const device = per === 'account' ? findKnownDevice(use.req.headers.cookie, email) : undefined;
    const own = { limiter: limiterOf(name, max, windowMs), key: keyOf(per, use, email, device), isDoubling };
    // Attempts from other devices must not lock out a device that the owner has signed in from.
    if (device) return [own];
    const counts: Count[] = [own];
    // Before the account's count, which must not be used up by an address that is rejected anyway.
    if (all) counts.push(...countsOfOrigin(name, use.req, all, false));
    if (overall) {
      const limiter = limiterOf(`${name}-overall`, overall.max, overall.windowMs);
      counts.push({ limiter, key: email });
    }
    if (failures) counts.push(...countsOfOrigin(name, use.req, failures, true));
    return counts;
  };
  const countsOfOrigin = (
    name: string,
    req: Request,
    limits: NonNullable<RateLimit['all']>,
    countsFailures: boolean,
  ): Count[] => {
    const countOf = (kind: 'perAddress' | 'perNetwork', key: string) => {
      const limiter = limiterOf(`${name}-${kind}`, limits[kind], limits.windowMs);
      return { limiter, key, countsFailures };
    };
    return [countOf('perAddress', addressOf(req)), countOf('perNetwork', networkOf(req.ip ?? ''))];
  };

  return async (contract, use) => {
    const counts = contract.limit ? countsFor(contract.limit, use) : [];
    for (const count of counts) await consume({ ...count, key: hash(count.key) });
    const failures = counts.filter(({ countsFailures }) => countsFailures);
    return {
      succeeded: async () => {
        for (const { limiter, key } of failures) await limiter.reward(hash(key));
      },
    };
  };

  async function consume({ limiter, key, isDoubling }: Count): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      const waitMs = isDoubling ? await doubleWait(limiter, key, rejection) : rejection.msBeforeNext;
      const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
      throw new HttpError(429, `Too many tries. Please wait ${inWords(retryAfterS)} and try again.`, {
        retryAfterS,
      });
    }
  }

  async function doubleWait(limiter: RateLimiterAbstract, key: string, rejection: RateLimiterRes) {
    if (rejection.consumedPoints !== limiter.points + 1) return rejection.msBeforeNext;
    const offences = limiterOf(`${limiter.keyPrefix}-offences`, Number.MAX_SAFE_INTEGER, dayMs);
    const { consumedPoints } = await offences.consume(key);
    if (consumedPoints < 2) return rejection.msBeforeNext;
    const waitMs = Math.min(rejection.msBeforeNext * 2 ** (consumedPoints - 1), dayMs);
    await limiter.block(key, Math.ceil(waitMs / 1000));
    return waitMs;
  }
}

function emailOf(body: unknown): string {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : '';
}

function keyOf(
  per: RateLimit['per'],
  { req, caller, body }: Use,
  email: string,
  device: string | undefined,
): string {
  switch (per) {
    case 'account':
      return `${email}|${device ?? addressOf(req)}`;
    case 'caller-and-request':
      return `${caller?.id}|${(body as { requestId?: string } | undefined)?.requestId}`;
    case 'caller':
      return caller?.id ?? addressOf(req);
    case 'address':
      return addressOf(req);
  }
}

// IPv4 /24 or IPv6 /48: what one customer of a provider can usually send from.
function networkOf(ip: string): string {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/.exec(ip);
  return ipv4 ? `${ipv4[1]}.0/24` : ipKeyGenerator(ip, 48);
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return `${seconds} seconds`;
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'an hour' : `${hours} hours`;
}
