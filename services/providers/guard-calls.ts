import { BrokenCircuitError, circuitBreaker, handleType, SamplingBreaker } from 'cockatiel';
import { type CallOutcome, observeProviderCall, reportCircuit } from './call-metrics.ts';
import { ProviderRejectedError, ProviderUnavailableError } from './provider-errors.ts';

const breakAfterMs = 10_000;

/** Runs one call to a provider; `kind` names it in the metrics. */
export type GuardedCall = <T>(kind: string, call: () => Promise<T>) => Promise<T>;

/** Returns what runs calls to one provider: measured, and not sent for 10 s after 5 of them failed in 10 s. */
export function guardCalls(): GuardedCall {
  const breaker = circuitBreaker(handleType(ProviderUnavailableError), {
    halfOpenAfter: breakAfterMs,
    breaker: new SamplingBreaker({ threshold: 0.5, duration: breakAfterMs, minimumRps: 0.5 }),
  });
  breaker.onBreak(() => reportCircuit(true));
  breaker.onReset(() => reportCircuit(false));
  return async (kind, call) => {
    const startedMs = performance.now();
    try {
      const result = await breaker.execute(call);
      observeProviderCall(kind, 'success', startedMs);
      return result;
    } catch (error) {
      observeProviderCall(kind, outcomeOf(error), startedMs);
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new ProviderUnavailableError('The provider failed too often and is left alone for a moment', {
        hasResponded: false,
        cause: error,
      });
    }
  };
}

function outcomeOf(error: unknown): CallOutcome {
  if (error instanceof BrokenCircuitError) return 'circuit_open';
  return error instanceof ProviderRejectedError ? 'rejected' : 'unavailable';
}
