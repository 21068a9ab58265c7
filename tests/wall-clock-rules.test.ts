import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findWallClockLimits } from './support/rules/wall-clock-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => path && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const limitsOf = (text: string, path = 'tests/a.test.ts') => findWallClockLimits([{ path, text }]);

describe('a duration that a test measures', () => {
  it('is compared with a constant limit nowhere', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(findWallClockLimits(files)).toEqual([]);
  });

  it.each([
    'const startMs = Date.now();\nexpect(Date.now() - startMs).toBeLessThan(5_000);',
    'const startMs = performance.now();\nexpect((performance.now() - startMs) / 1_000).toBeLessThanOrEqual(5);',
    'const start = process.hrtime.bigint();\nexpect(Number(process.hrtime.bigint() - start)).toBeLessThan(LIMIT);',
    'const startMs = Date.now();\nconst spent = Date.now() - startMs; expect(spent).toBeLessThan(LIMIT_MS);',
    'const startMs = Date.now(), endMs = Date.now();\nexpect(endMs - startMs).toBeCloseTo(200, -2);',
    '\nexpect((await product.ended).tookMs).toBeLessThan(9_000);',
    '\nexpect(elapsedMs).not.toBeGreaterThan(9_000);',
    'const startedAt = performance.now();\nconst isInTime = performance.now() - startedAt < 8_000;',
    'const startedAt = performance.now();\nif (2 * limitMs > performance.now() - startedAt) pass();',
    'const startMs = Date.now();\nexpect(Date.now()).toBeLessThan(startMs + 5_000);',
    '\nexpect(Math.abs(Date.parse(json.paid_at) - Date.now())).toBeLessThan(5_000);',
    'async function timeOf(call: Promise<void>) { const a = Date.now(); await call; return Date.now() - a; }\n' +
      'expect(await timeOf(run())).toBeLessThan(200);',
    'const timeOf = (startMs: number) => Date.now() - startMs;\nexpect(timeOf(7)).toBeLessThan(200);',
  ])('is found with a constant limit: %j', (text) => {
    expect(limitsOf(text)).toEqual(['tests/a.test.ts:2']);
  });

  it('is found where it comes from a function of another file', () => {
    const helper =
      'return { async untilClosed() { const a = Date.now(); await b(); return Date.now() - a; } };';
    const sources = [
      { path: 'workers/a.queue.test.ts', text: 'expect(await fixture.untilClosed(id)).toBeLessThan(2_000);' },
      { path: 'tests/queue/fixture.ts', text: `function create() { ${helper} }` },
    ];
    expect(findWallClockLimits(sources)).toEqual(['workers/a.queue.test.ts:1']);
  });

  it.each([
    // A slow machine cannot fail a lower limit.
    'const startMs = Date.now(); expect(Date.now() - startMs).toBeGreaterThanOrEqual(1_500);',
    'const startMs = Date.now(); expect(Date.now() - startMs).not.toBeLessThan(1_500);',
    // Durations of one run.
    'const aMs = Date.now() - startMs, bMs = Date.now() - startMs; expect(aMs / bMs).toBeLessThan(2);',
    'expect(tookMs).toBeLessThan(2 * elapsedMs);',
    // Loops that wait.
    'for (const deadline = Date.now() + 5_000; Date.now() < deadline; ) await sleep(50);',
    'const startMs = Date.now(); while (!isReady() && Date.now() - startMs < 5_000) await sleep(50);',
    // Times, not durations.
    'const dueAt = Date.now() + hourMs; expect(listed).toBeLessThan(dueAt);',
    'const late = new Date(Date.now() - 3 * hourMs); expect(waits.length).toBeLessThan(3);',
    'expect(reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000) + 7);',
    '// expect(Date.now() - startMs).toBeLessThan(5_000)',
  ])('is not found in %j', (text) => {
    expect(limitsOf(text)).toEqual([]);
  });

  it('is not looked for in the product and in benchmarks', () => {
    const text = 'expect(tookMs).toBeLessThan(5_000);';
    for (const path of ['services/a.ts', 'tests/bench/checks/a.bench.ts', 'tests/faults/rig/a.test.ts'])
      expect(limitsOf(text, path)).toEqual([]);
    for (const path of ['services/a.db.test.ts', 'tests/faults/a.fault.ts', 'tests/queue/a-tests.ts'])
      expect(limitsOf(text, path)).toEqual([`${path}:1`]);
  });
});
