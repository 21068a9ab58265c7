import { expect, it } from 'vitest';
import { describeRun, type FileSummary } from './run-summary.ts';

const file = (more: Partial<FileSummary>): FileSummary => ({
  file: 'a.test.ts',
  tookMs: 1,
  skipped: [],
  security: [],
  ...more,
});

it('is empty after a run of one file without skipped tests', () => {
  expect(describeRun([file({})])).toBe('');
});

it('counts skipped tests by file and reason', () => {
  const absent = 'chromium is not installed.';
  const text = describeRun([
    file({ file: 'a.journey.ts', skipped: [absent, absent] }),
    file({ file: 'b.process.test.ts', skipped: [absent, 'needs IPv6.'] }),
    file({ file: 'c.test.ts', skipped: [undefined] }),
  ]);
  expect(text.trim().split('\n')).toEqual([
    'Skipped tests:',
    '  2 in a.journey.ts: chromium is not installed.',
    '  1 in b.process.test.ts: chromium is not installed.',
    '  1 in b.process.test.ts: needs IPv6.',
    '  1 in c.test.ts: no reason given.',
  ]);
});

it('lists the ten slowest files, slowest first', () => {
  const files = Array.from({ length: 12 }, (_, index) =>
    file({ file: `${index}.test.ts`, tookMs: index * 1_500 }),
  );
  const lines = describeRun(files).trim().split('\n');
  expect(lines).toHaveLength(11);
  expect(lines[1]?.trim()).toBe('16.5 s  11.test.ts');
  expect(lines.at(-1)?.trim()).toBe('3.0 s  2.test.ts');
});
