import { Gauge, Histogram } from 'prom-client';
import { registry } from '#services/platform/metrics/registry.ts';

const registers = [registry];

/** How a call to the provider ended; `circuit_open` was not sent. */
export type CallOutcome = 'success' | 'rejected' | 'unavailable' | 'circuit_open';

const duration = new Histogram({
  name: 'courselift_provider_call_duration_seconds',
  help: 'Calls of this process to the payment provider by kind and outcome; circuit_open was not sent.',
  labelNames: ['kind', 'outcome'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8],
  registers,
});

const circuitOpen = new Gauge({
  name: 'courselift_provider_circuit_open',
  help: 'Whether this process calls the payment provider no more for a moment, because too many calls failed: 1 or 0.',
  registers,
});

/** Records a call; there are few kinds, and none contains an id. `startedMs` is from `performance.now()`. */
export function observeProviderCall(kind: string, outcome: CallOutcome, startedMs: number): void {
  duration.observe({ kind, outcome }, (performance.now() - startedMs) / 1000);
}

/** Records whether the circuit breaker is open. */
export function reportCircuit(isOpen: boolean): void {
  circuitOpen.set(isOpen ? 1 : 0);
}
