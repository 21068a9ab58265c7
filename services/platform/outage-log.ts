import type { Logger } from './log.ts';

const REMINDER_MS = 60_000;

/** Logs an outage when it begins, once a minute while it lasts, and when it ends. */
export interface OutageLog {
  failed(error: unknown): void;
  worked(): void;
}

/** Creates the log of outages of one component; `what` names it, for example "The relay". */
export function createOutageLog(log: Logger, what: string): OutageLog {
  let sinceMs: number | undefined;
  let loggedAtMs = 0;
  let failures = 0;
  return {
    failed(error) {
      const now = Date.now();
      sinceMs ??= now;
      failures += 1;
      if (now - loggedAtMs < REMINDER_MS) return;
      loggedAtMs = now;
      log.error({ err: error, failures }, `${what}: failing`);
    },
    worked() {
      if (sinceMs === undefined) return;
      log.info({ failures, lastedMs: Date.now() - sinceMs }, `${what}: working again`);
      sinceMs = undefined;
      failures = 0;
      loggedAtMs = 0;
    },
  };
}
