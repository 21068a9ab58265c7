import { ConfigError } from './config.ts';
import { describeError } from './describe-error.ts';
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
  const one = error instanceof AggregateError ? error.errors[0] : error;
  return (one as { code?: string } | undefined)?.code ?? '';
}

/** Describes in one line, without secrets, why a process cannot start. */
export function describeStartFailure(error: unknown): string {
  return error instanceof ConfigError || error instanceof ServerUnavailableError
    ? error.message
    : describeError(error);
}
