import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { describeError } from './describe-error.ts';
import { currentTraceId } from './tracing/trace-context.ts';

export type { Logger };

const redactedKeys = ['password', 'token', 'secret', 'secretKey', 'authorization', 'cookie', 'credentials'];

/** Creates the logger of one process: a JSON line per event on stdout, secrets redacted, with the trace id of the call or job. */
export function createLogger(
  config: Pick<Config, 'logLevel'>,
  name: string,
  destination?: DestinationStream,
): Logger {
  const options = {
    name,
    level: config.logLevel,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactedKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '…' },
    serializers: { err: serializeError, error: serializeError },
    // Found again in the lines of the jobs and mails that a call causes.
    mixin: () => ({ traceId: currentTraceId() }),
  };
  return destination ? pino(options, destination) : pino(options);
}

// pino's default serializer copies every property of an error, and a database error contains the query's values.
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return describeError(error);
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { message: describeError(error), at: frames.slice(0, 6).map((line) => line.trim().slice(3)) };
}

const REMINDER_MS = 60_000;

/**
 * Creates the log of outages of one component: when one begins, once a minute while it lasts, and when it ends.
 *
 * @param what names the component, for example "The relay"
 */
export function createOutageLog(log: Logger, what: string) {
  let sinceMs: number | undefined;
  let loggedAtMs = 0;
  let failures = 0;
  return {
    failed(error: unknown): void {
      const now = Date.now();
      sinceMs ??= now;
      failures += 1;
      if (now - loggedAtMs < REMINDER_MS) return;
      loggedAtMs = now;
      log.error({ err: error, failures }, `${what}: failing`);
    },
    worked(): void {
      if (sinceMs === undefined) return;
      log.info({ failures, lastedMs: Date.now() - sinceMs }, `${what}: working again`);
      sinceMs = undefined;
      failures = 0;
      loggedAtMs = 0;
    },
  };
}
