import { expect, it } from 'vitest';
import type { HistoryLine } from '../history.ts';
import { answersMeanwhile } from './answers-meanwhile.ts';

it('counts the answers to calls that began while a fault lasted, by call', () => {
  const call = (operation: number, fromMs: number, phase: HistoryLine['phase']): HistoryLine[] => [
    { operation, name: 'initiate', phase: 'invoke', atMs: fromMs },
    { operation, name: 'initiate', phase, atMs: fromMs + 700 },
  ];
  const history = [
    ...call(1, 500, 'fail'),
    ...call(2, 1_000, 'ok'),
    ...call(3, 1_900, 'unknown'),
    ...call(4, 2_100, 'fail'),
  ];
  expect(answersMeanwhile(history, [{ kind: 'kill-api', startMs: 1_000, endMs: 2_000 }])).toEqual([
    { name: 'initiate', ok: 1, failed: 0, unknown: 1, slowestMs: 700 },
  ]);
});
