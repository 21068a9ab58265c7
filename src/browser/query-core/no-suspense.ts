/** Changes nothing: no query suspends. */
export function ensureSuspenseTimers(): void {}

/** Always false: no query suspends. */
export function shouldSuspend(): boolean {
  return false;
}

/** Fails for a query that suspends, which no page has. */
export function fetchOptimistic(): never {
  throw new Error('Queries that suspend are left out of the build');
}

/** Changes nothing: no query throws its error. */
export function ensurePreventErrorBoundaryRetry(): void {}

/** Does nothing: no query throws its error. */
export function useClearResetErrorBoundary(): void {}

/** Always false: no query throws its error. */
export function getHasError(): boolean {
  return false;
}
