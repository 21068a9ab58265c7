import type { Request } from 'express';
import { ipKeyGenerator, MemoryStore } from 'express-rate-limit';
import type { Endpoint } from '#contracts/endpoint.ts';
import { type RateLimitName, rateLimits } from '#contracts/limits.ts';
import type { Config } from '../config.ts';
import { Refusal } from '../errors.ts';
import type { Caller } from './route.ts';

/** Counts one use of a call. Refuses with 429 and `Retry-After` once a caller is over the contract's limit. */
export type RateLimiter = (contract: Endpoint, use: Use) => Promise<void>;

interface Use {
  req: Request;
  caller: Caller | undefined;
  body: unknown;
}

/** Counts in memory; every limit is multiplied by `RATE_LIMIT_FACTOR`. */
export function createRateLimiter({ rateLimitFactor }: Pick<Config, 'rateLimitFactor'>): RateLimiter {
  const stores = new Map<RateLimitName, MemoryStore>();
  return async (contract, use) => {
    if (!contract.limit) return;
    const { max, windowMs } = rateLimits[contract.limit];
    const store = stores.get(contract.limit) ?? createStore(windowMs);
    stores.set(contract.limit, store);
    const { totalHits, resetTime } = await store.increment(keyOf(contract.limit, use));
    if (totalHits <= max * rateLimitFactor) return;
    const retryAfterS = Math.max(1, Math.ceil(((resetTime?.getTime() ?? 0) - Date.now()) / 1000));
    throw new Refusal(429, `Too many tries. Please wait ${inWords(retryAfterS)} and try again.`, {
      retryAfterS,
    });
  };
}

function createStore(windowMs: number): MemoryStore {
  const store = new MemoryStore();
  store.init({ windowMs } as Parameters<MemoryStore['init']>[0]);
  return store;
}

function keyOf(name: RateLimitName, { req, caller, body }: Use): string {
  const address = ipKeyGenerator(req.ip ?? '');
  const fields = (body ?? {}) as { email?: string; requestId?: string };
  switch (rateLimits[name].per) {
    case 'account':
      return `${fields.email}|${address}`;
    case 'caller-and-request':
      return `${caller?.id}|${fields.requestId}`;
    case 'caller':
      return caller?.id ?? address;
    case 'address':
      return address;
  }
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return `${seconds} seconds`;
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'an hour' : `${hours} hours`;
}
