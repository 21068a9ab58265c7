import type { AppliedFault } from '../faults/inject-faults.ts';
import type { HistoryLine, OperationName } from '../history.ts';

/** Responses to one call while faults lasted. */
export interface Answers {
  name: OperationName;
  ok: number;
  /** Rejected, or a read without a result. */
  failed: number;
  /** A write without a response, or with a 5xx. */
  unknown: number;
  slowestMs: number;
}

/** Counts the answers to calls that began while a fault lasted. */
export function answersMeanwhile(
  history: readonly HistoryLine[],
  faults: readonly AppliedFault[],
): Answers[] {
  const began = new Map<number, number>();
  const byName = new Map<OperationName, Answers>();
  for (const { operation, name, phase, atMs } of history) {
    if (phase === 'invoke') {
      const isMeanwhile = faults.some(
        ({ startMs, endMs }) => startMs <= atMs && atMs <= (endMs ?? Number.POSITIVE_INFINITY),
      );
      if (isMeanwhile && name !== 'press') began.set(operation, atMs);
      continue;
    }
    const fromMs = began.get(operation);
    if (fromMs === undefined) continue;
    const answers = byName.get(name) ?? { name, ok: 0, failed: 0, unknown: 0, slowestMs: 0 };
    answers[phase === 'ok' ? 'ok' : phase === 'fail' ? 'failed' : 'unknown'] += 1;
    answers.slowestMs = Math.max(answers.slowestMs, atMs - fromMs);
    byName.set(name, answers);
  }
  return [...byName.values()];
}

/** Returns the answers as a line of text. */
export function describeAnswers(answers: readonly Answers[]): string {
  return answers
    .map(
      ({ name, ok, failed, unknown, slowestMs }) =>
        `${name} ${ok} ok, ${failed} failed, ${unknown} unknown, slowest ${(slowestMs / 1_000).toFixed(1)} s`,
    )
    .join('; ');
}
