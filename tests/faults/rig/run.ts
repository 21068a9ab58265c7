import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { summarize, writeReport } from './report/rig-report.ts';
import { runRig } from './run-rig.ts';

// `npm run test:faults -- --seed N --minutes M --backend redis|postgres`, see docs/reliability.md. Without these options it
// runs the tests of the project `faults`.
const { values } = parseArgs({
  strict: false,
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string' },
    backend: { type: 'string' },
    rate: { type: 'string' },
  },
});

const OptionsSchema = z.object({
  seed: z.coerce
    .number()
    .int()
    .min(0)
    .default(() => Math.floor(Math.random() * 1_000_000)),
  minutes: z.coerce.number().positive().max(600).default(2),
  backend: z.enum(['redis', 'postgres']).default('postgres'),
  rate: z.coerce.number().positive().max(100).default(3),
});

const root = fileURLToPath(new URL('../../../', import.meta.url));

if (['seed', 'minutes', 'backend', 'rate'].every((name) => values[name] === undefined)) {
  const args = ['vitest', 'run', '--project', 'faults', ...process.argv.slice(2)];
  process.exitCode = spawnSync('npx', args, { cwd: root, stdio: 'inherit' }).status ?? 1;
} else {
  const { minutes, ...options } = OptionsSchema.parse(values);
  const folder = join(root, '.faults', `${options.backend}-${options.seed}`);
  const write = (line: string) => void process.stderr.write(line);
  write(`Seed ${options.seed}, ${options.backend}, ${minutes} min\n`);
  const report = await runRig({ ...options, seconds: minutes * 60 }, folder, write);
  await writeReport(folder, report);
  process.stdout.write(`${summarize(report)}Report: ${join(folder, 'report.html')}\n`);
  for (const error of report.rigErrors.slice(0, 10)) write(`Error of the rig: ${error}\n`);
  const isBroken = report.checks.some(({ violations }) => violations.length > 0);
  process.exitCode = isBroken || report.rigErrors.length > 0 ? 1 : 0;
}
