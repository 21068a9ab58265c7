import { ConfigError } from './config.ts';
import { describeError } from './describe-error.ts';

/** A server that a setting names cannot be used yet. The message is one line that begins with the variable. */
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
 * Describes a failed connection to the server of a setting.
 *
 * @param variable the setting, such as `DATABASE_URL`.
 * @param server what it names, such as "PostgreSQL".
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
  return new ServerUnavailableError(
    `${variable}: ${server} at ${new URL(url).host} is unavailable (${reason}).`,
  );
}

// A name with several addresses fails with one error for each.
function codeOf(error: unknown): string {
  const one = error instanceof AggregateError ? error.errors[0] : error;
  return (one as { code?: string } | undefined)?.code ?? '';
}

/** One line about why a process cannot start, without secrets. */
export function describeStartFailure(error: unknown): string {
  return error instanceof ConfigError || error instanceof ServerUnavailableError
    ? error.message
    : describeError(error);
}
