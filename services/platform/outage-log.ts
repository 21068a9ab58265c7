import type { Logger } from './log.ts';

const REMINDER_MS = 60_000;

/** Tells the log about an outage when it begins, once a minute while it lasts, and when it is over. */
export interface OutageLog {
  failed(error: unknown): void;
  worked(): void;
}

/** `what` names the thing that may fail, for example "The relay". */
export function createOutageLog(log: Logger, what: string): OutageLog {
  let sinceMs: number | undefined;
  let saidAtMs = 0;
  let failures = 0;
  return {
    failed(error) {
      const now = Date.now();
      sinceMs ??= now;
      failures += 1;
      if (now - saidAtMs < REMINDER_MS) return;
      saidAtMs = now;
      log.error({ err: error, failures }, `${what}: failing`);
    },
    worked() {
      if (sinceMs === undefined) return;
      log.info({ failures, lastedMs: Date.now() - sinceMs }, `${what}: working again`);
      sinceMs = undefined;
      failures = 0;
      saidAtMs = 0;
    },
  };
}
