import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from './config.ts';
import { describeError } from './describe-error.ts';
import type { Logger } from './log.ts';
import { describeRedisHosts } from './redis/redis-address.ts';

/** Thrown when the server that a setting names cannot be used yet. The message is one line that begins with the setting. */
export class ServerUnavailableError extends Error {
  override name = 'ServerUnavailableError';
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'no response',
};

/**
 * Returns the error for a failed connection to the server of a setting.
 *
 * @param variable the setting, such as `DATABASE_URL`.
 * @param server the kind of server, such as "PostgreSQL".
 */
export function serverUnavailable(
  variable: string,
  server: string,
  url: string,
  error: unknown,
): ServerUnavailableError {
  const code = codeOf(error);
  const isTimeout = /time(d )?out|timeout/i.test(error instanceof Error ? error.message : '');
  const reason = reasons[code] ?? (isTimeout ? 'no response' : describeError(error));
  return new ServerUnavailableError(`${variable}: ${server} at ${hostsOf(url)} is unavailable (${reason}).`);
}

const hostsOf = (url: string) => (url.startsWith('redis') ? describeRedisHosts(url) : new URL(url).host);

// Connecting to a host name with several addresses fails with one error for each address.
function codeOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return (first as { code?: string } | undefined)?.code ?? '';
}

/** Describes in one line, without secrets, why a process cannot start. */
export function describeStartFailure(error: unknown): string {
  return error instanceof ConfigError || error instanceof ServerUnavailableError
    ? error.message
    : describeError(error);
}

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
