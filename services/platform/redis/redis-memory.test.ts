import { describe, expect, it } from 'vitest';
import { createRoomDecision, describeMemoryProblem, parseMemory, usedShare } from './redis-memory.ts';

it('reads what counts against maxmemory', () => {
  const info =
    '# Memory\r\nused_memory:900\r\nused_memory_human:0.9K\r\nmaxmemory:1000\r\nmem_not_counted_for_evict:100\r\n';
  expect(parseMemory(info)).toEqual({ usedBytes: 800, maxBytes: 1000 });
});

it('stops at 80 %, and starts again below 70 %', () => {
  const hasRoom = createRoomDecision();
  expect([0.1, 0.79, 0.8, 0.75, 0.7, 0.69, 0.75, 0.9].map(hasRoom)).toEqual([
    ...[true, true, false, false, false],
    ...[true, true, false],
  ]);
});

describe('a warning', () => {
  const limited = { usedBytes: 79, maxBytes: 100 };
  it.each([
    ['no limit', [limited, { usedBytes: 1, maxBytes: 0 }], /no maxmemory/],
    ['one full server of a Cluster', [limited, { usedBytes: 80, maxBytes: 100 }], /80 % of its maxmemory/],
  ])('is given about %s', (_what, servers, problem) => {
    expect(describeMemoryProblem(servers)).toMatch(problem);
  });

  it('is not given below 80 %', () => {
    expect(describeMemoryProblem([limited])).toBeUndefined();
    expect(usedShare([limited])).toBe(0.79);
  });
});
