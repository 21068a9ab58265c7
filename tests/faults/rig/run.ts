import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { runWithOwnMounts } from './processes/volume.ts';
import { hasFailed, summarize, writeReport } from './report/rig-report.ts';
import { runRig } from './run-rig.ts';
import { scenarios } from './scenarios/scenarios.ts';

// `npm run test:faults -- --seed N --minutes M --backend redis|postgres [--apis N] [--workers N] [--proxy caddy] [--faulty-starts] [--soak | --overlap | --scenario NAME [--times N]]`, see docs/reliability.md. Without these options it
// runs the tests of the project `faults`.
const { values } = parseArgs({
  strict: false,
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string' },
    backend: { type: 'string' },
    rate: { type: 'string' },
    soak: { type: 'boolean' },
    overlap: { type: 'boolean' },
    'faulty-starts': { type: 'boolean' },
    scenario: { type: 'string' },
    times: { type: 'string' },
    apis: { type: 'string' },
    workers: { type: 'string' },
    proxy: { type: 'string' },
    'own-mounts': { type: 'boolean' },
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
  overlap: z.boolean().default(false),
  'faulty-starts': z.boolean().default(false),
  times: z.coerce.number().int().positive().optional(),
  apis: z.coerce.number().int().min(2).max(8).optional(),
  workers: z.coerce.number().int().min(2).max(8).optional(),
  proxy: z.enum(['caddy']).optional(),
  scenario: z.enum(scenarios.map(({ name }) => name)).optional(),
});

const root = fileURLToPath(new URL('../../../', import.meta.url));

if (
  [
    'seed',
    'minutes',
    'backend',
    'rate',
    'soak',
    'overlap',
    'faulty-starts',
    'scenario',
    'times',
    'apis',
    'workers',
    'proxy',
  ].every((name) => values[name] === undefined)
) {
  const args = [
    'vitest',
    'run',
    '--config',
    'vitest.processes.config.ts',
    '--project',
    'faults',
    ...process.argv.slice(2),
  ];
  process.exitCode = spawnSync('npx', args, { cwd: root, stdio: 'inherit' }).status ?? 1;
} else {
  const {
    minutes,
    soak,
    rate,
    overlap,
    'faulty-starts': hasFaultyStarts,
    scenario: name,
    apis,
    workers,
    proxy,
    ...given
  } = OptionsSchema.parse(values);
  const scenario = scenarios.find((candidate) => candidate.name === name);
  const seconds = scenario?.seconds ?? minutes * 60;
  const options = {
    ...given,
    apis: apis ?? scenario?.system?.apis,
    workers: workers ?? scenario?.system?.workers,
    proxy: proxy ?? scenario?.system?.proxy,
    isSoak: soak,
    isOverlapping: overlap,
    hasFaultyStarts,
    rate: rate ?? scenario?.rate ?? (soak ? 1 : 3),
    seconds,
  };
  const missing = scenario?.missing?.(options);
  if (missing) {
    process.stdout.write(`Skipped: ${scenario?.name} cannot run here, ${missing}\n`);
    process.exit(0);
  }
  if (scenario?.volume && !values['own-mounts']) process.exit(runWithOwnMounts('--own-mounts'));
  const kind = scenario ? `${scenario.name}-` : soak ? 'soak-' : hasFaultyStarts ? 'starts-' : '';
  const folder = join(root, '.faults', `${kind}${options.backend}-${options.seed}`);
  const write = (line: string) => void process.stderr.write(line);
  write(`Seed ${options.seed}, ${options.backend}, ${name ?? 'random faults'}, ${seconds} s\n`);
  const report = await runRig(options, folder, write, scenario);
  await writeReport(folder, report);
  process.stdout.write(`${summarize(report)}Report: ${join(folder, 'report.html')}\n`);
  for (const error of report.rigErrors.slice(0, 10)) write(`Error of the rig: ${error}\n`);
  process.exitCode = hasFailed(report) ? 1 : 0;
}
