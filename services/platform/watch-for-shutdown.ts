/** Longest time from the shutdown signal to the exit, in milliseconds; below the 10 s after which containers are killed. */
const exitMs = 9_000;

/** Request to shut this process down gracefully: a signal, or the loss of its parent process. */
export interface ShutdownSignal {
  /** Aborted on the request. */
  signal: AbortSignal;
  /** Resolved on the request. */
  requested: Promise<void>;
}

/** Watches for SIGTERM, SIGINT and the loss of the parent; forces the exit when the graceful shutdown hangs. */
export function watchForShutdown(): ShutdownSignal {
  const shutdown = new AbortController();
  const requested = Promise.withResolvers<void>();
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
    process.on(event, () => {
      if (shutdown.signal.aborted) return;
      setTimeout(() => process.exit(0), exitMs).unref();
      shutdown.abort();
      requested.resolve();
    });
  }
  return { signal: shutdown.signal, requested: requested.promise };
}
