import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atMost } from '../core/limits.ts';
import type { Scenario } from '../core/scenario.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Benchmarks of single things with assertions of their own (`tests/bench/checks`), run by Vitest when named. */
export const checks: readonly Scenario[] = [
  check('data-access', 'data-access', 30),
  check('listing', 'listing', 300),
  check('dashboard-calls', 'dashboard', 60),
  check('sign-in-timing', 'sign-in-timing', 300),
  check('under-attack', 'sign-in-under-attack', 80),
  check('uploads', 'uploads', 60),
  check('ledger-export', 'ledger-export', 300),
];

function check(name: string, file: string, seconds: number): Scenario {
  const goal = `check: ${name}`;
  return {
    name,
    goals: [{ id: goal, what: 'failed runs of its assertions', limit: atMost(0) }],
    seconds,
    isOnDemand: true,
    async run() {
      const args = [
        'vitest',
        'run',
        '--config',
        'vitest.bench.config.ts',
        `tests/bench/checks/${file}.bench.ts`,
      ];
      const child = spawn('npx', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
      const [code] = await once(child, 'exit');
      return [{ goal, values: [code === 0 ? 0 : 1] }];
    },
  };
}
