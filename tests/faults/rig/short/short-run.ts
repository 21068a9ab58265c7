import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { RigOptions } from '../options.ts';
import { summarize, writeReport } from '../report/rig-report.ts';
import { runRig } from '../run-rig.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
// The runs of both backends share the machine, hence fewer payments a second than in a run by hand.
const options = {
  ...{ seed: 7, seconds: 45, rate: 1.5, approved: 31 },
  ...{ isSoak: false, isOverlapping: false, hasFaultyStarts: false },
} as const;

/** Payments for at least 45 seconds with the random faults of one seed: a part of the strict form of `npm run test:processes`. */
export function shortRun(backend: RigOptions['backend']): void {
  it(`every rule holds after 45 seconds of faults on ${backend}`, async () => {
    const folder = join(root, '.faults', `short-${backend}`);
    const report = await runRig({ ...options, backend }, folder, () => {});
    await writeReport(folder, report);
    process.stdout.write(summarize(report));
    expect(report.checks.filter(({ violations }) => violations.length > 0)).toEqual([]);
    expect(report.rigErrors).toEqual([]);
    expect(report.faults.length).toBeGreaterThan(3);
    expect(report.counts.captured).toBeGreaterThan(30);
  });
}
