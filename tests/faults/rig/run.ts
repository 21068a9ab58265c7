import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { hasFailed, summarize, writeReport } from './report/rig-report.ts';
import { runRig } from './run-rig.ts';

// `npm run test:faults -- --seed N --minutes M --backend redis|postgres [--soak]`, see docs/reliability.md. Without these options it
// runs the tests of the project `faults`.
const { values } = parseArgs({
  strict: false,
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string' },
    backend: { type: 'string' },
    rate: { type: 'string' },
    soak: { type: 'boolean' },
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
  rate: z.coerce.number().positive().max(100).optional(),
  soak: z.boolean().default(false),
});

const root = fileURLToPath(new URL('../../../', import.meta.url));

if (['seed', 'minutes', 'backend', 'rate', 'soak'].every((name) => values[name] === undefined)) {
  const args = ['vitest', 'run', '--project', 'faults', ...process.argv.slice(2)];
  process.exitCode = spawnSync('npx', args, { cwd: root, stdio: 'inherit' }).status ?? 1;
} else {
  const { minutes, soak, rate, ...given } = OptionsSchema.parse(values);
  const options = { ...given, isSoak: soak, rate: rate ?? (soak ? 1 : 3) };
  const folder = join(root, '.faults', `${soak ? 'soak-' : ''}${options.backend}-${options.seed}`);
  const write = (line: string) => void process.stderr.write(line);
  write(`Seed ${options.seed}, ${options.backend}, ${minutes} min\n`);
  const report = await runRig({ ...options, seconds: minutes * 60 }, folder, write);
  await writeReport(folder, report);
  process.stdout.write(`${summarize(report)}Report: ${join(folder, 'report.html')}\n`);
  for (const error of report.rigErrors.slice(0, 10)) write(`Error of the rig: ${error}\n`);
  process.exitCode = hasFailed(report) ? 1 : 0;
}
