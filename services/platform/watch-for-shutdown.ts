/** Longest time between the request to end and the end, in milliseconds. */
const exitMs = 9_000;

/** When this process is asked to end, or loses the one that started it. */
export interface ShutdownSignal {
  /** Aborted at that moment. */
  signal: AbortSignal;
  /** Resolved at that moment. */
  requested: Promise<void>;
}

/** Watches for SIGTERM, SIGINT and the loss of the parent; ends the process by force when the orderly end hangs. */
export function watchForShutdown(): ShutdownSignal {
  const ending = new AbortController();
  const requested = Promise.withResolvers<void>();
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
    process.on(event, () => {
      if (ending.signal.aborted) return;
      setTimeout(() => process.exit(0), exitMs).unref();
      ending.abort();
      requested.resolve();
    });
  }
  return { signal: ending.signal, requested: requested.promise };
}
