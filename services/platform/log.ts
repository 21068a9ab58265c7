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
