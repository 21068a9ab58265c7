import { percentile } from '#tests/bench/core/statistics.ts';
import type { AppliedFault } from '../faults/inject-faults.ts';
import type { HistoryLine } from '../history.ts';
import type { StoredPayment } from './snapshot.ts';

/** Percentiles of a number of durations, in seconds. */
export interface Durations {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

/** How long payments took to be settled after they were paid. */
export interface Recovery {
  /** Of payments during which no fault was active, from the payer's click. */
  quiet: Durations;
  /** Of all others, from the end of the last fault that overlaps them; 0 where they were settled before. */
  afterFault: Durations;
  /** Paid and never settled. */
  open: string[];
}

/** Compares when payers pressed with when their payments were settled. Both are of one machine's clock. */
export function measureRecovery(
  history: readonly HistoryLine[],
  payments: readonly StoredPayment[],
  faults: readonly AppliedFault[],
): Recovery {
  const settled = new Map(payments.map(({ reference, settledAtMs }) => [reference, settledAtMs]));
  const [quiet, afterFault, open]: [number[], number[], string[]] = [[], [], []];
  for (const { key, atMs } of pressesOf(history)) {
    const settledMs = settled.get(key) ?? null;
    if (settledMs === null) {
      open.push(key);
      continue;
    }
    const during = faults.filter(({ startMs, endMs }) => startMs <= settledMs && (endMs ?? startMs) >= atMs);
    const lastEndMs = Math.max(...during.map(({ startMs, endMs }) => endMs ?? startMs));
    if (during.length === 0) quiet.push(Math.max(0, settledMs - atMs));
    else afterFault.push(Math.max(0, settledMs - Math.max(atMs, lastEndMs)));
  }
  return { quiet: summarize(quiet), afterFault: summarize(afterFault), open };
}

/** The presses of "pay" that reached the provider; the first of each reference. */
function pressesOf(history: readonly HistoryLine[]): { key: string; atMs: number }[] {
  const first = new Map<string, number>();
  for (const { name, phase, key, atMs, result } of history)
    if (name === 'press' && phase === 'ok' && result !== 'decline' && key && !first.has(key))
      first.set(key, atMs);
  return [...first].map(([key, atMs]) => ({ key, atMs }));
}

function summarize(durationsMs: number[]): Durations {
  const at = (share: number) => (durationsMs.length === 0 ? 0 : percentile(durationsMs, share) / 1_000);
  return { count: durationsMs.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
