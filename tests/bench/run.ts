import { parseArgs } from 'node:util';
import { exitCodeOf } from './core/outcome.ts';
import { Progress } from './core/progress.ts';
import { runScenarios } from './core/run-scenarios.ts';
import { selectScenarios } from './core/select-scenarios.ts';
import { publish } from './report/run-report.ts';
import { scenarios } from './scenarios.ts';

// `npm run bench [-- NAME… --gate --quick --list]`, see docs/performance.md.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    gate: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

if (values.list) {
  for (const { name, seconds, isOnDemand } of scenarios)
    process.stdout.write(`${name} (about ${seconds} s${isOnDemand ? ', only when named' : ''})\n`);
} else {
  const selected = selectScenarios(scenarios, positionals);
  const startedAt = new Date().toISOString();
  const options = values.quick
    ? { rounds: 2, seconds: 1, isQuick: true }
    : { rounds: 5, seconds: 3, isQuick: false };
  const result = await runScenarios(selected, options, new Progress());
  await publish(result, startedAt, ['npm run bench --', ...process.argv.slice(2)].join(' '));
  process.exitCode = exitCodeOf(result.outcomes, values.gate);
}
