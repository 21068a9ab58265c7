import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from './config.ts';
import type { Logger } from './log.ts';
import { describeStartFailure } from './server-unavailable.ts';

const PAUSE_MS = 500;
const LIMIT_MS = 60_000;

/**
 * Retries `connect` until it succeeds, for at most `limitMs` (a minute by default), and logs once what it waits for.
 *
 * @throws {ConfigError} at once, because a retry cannot fix the configuration.
 */
export async function waitUntilUp<T>(
  what: string,
  connect: () => Promise<T>,
  { log, signal, limitMs = LIMIT_MS }: { log: Logger; signal?: AbortSignal | undefined; limitMs?: number },
): Promise<T> {
  const endMs = Date.now() + limitMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await connect();
    } catch (error) {
      if (error instanceof ConfigError || Date.now() > endMs) throw error;
      if (attempt === 1) log.warn(`Waiting for ${what}: ${describeStartFailure(error)}`);
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }
}
