import type { HistoryLine } from '../history.ts';
import type { Snapshot } from './snapshot.ts';

/** Every write that a client got a 2xx for can be read back. */
export function checkAcknowledged({ stored }: Snapshot, history: readonly HistoryLine[]): string[] {
  const kinds = new Set(['file', 'initiate', 'newsletter', 'sign-up', 'meeting', 'reveal', 'desk']);
  return history
    .filter(({ name, phase, key }) => phase === 'ok' && key !== undefined && kinds.has(name))
    .map(({ name, key }) => `${name}:${key}`)
    .filter((written) => !stored.has(written))
    .map((written) => `${written} was acknowledged and is not stored`);
}

/** No client that saw a payment as paid saw it as unpaid later, unless it was reversed. */
export function checkViews({ payments }: Snapshot, history: readonly HistoryLine[]): string[] {
  const reversed = new Set(
    payments.filter(({ status }) => status === 'reversed').map(({ reference }) => reference),
  );
  const begun = new Map<number, number>();
  const paidAt = new Map<string, number>();
  const problems: string[] = [];
  for (const { operation, name, phase, key, atMs, result } of history) {
    if (name !== 'verify' || key === undefined) continue;
    if (phase === 'invoke') begun.set(operation, atMs);
    if (phase !== 'ok') continue;
    const seenMs = paidAt.get(key);
    if (result === 'success') paidAt.set(key, Math.min(seenMs ?? atMs, atMs));
    // A call that began before the other one ended may return what was true then.
    else if (seenMs !== undefined && (begun.get(operation) ?? 0) > seenMs && !reversed.has(key))
      problems.push(`${key}: seen as paid, then as ${result}`);
  }
  return problems;
}
