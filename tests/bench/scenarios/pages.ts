import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atMost } from '../core/limits.ts';
import type { Context, Scenario } from '../core/scenario.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Goal 10: `npm run weight` and `npm run audit`, which measure pages against limits of their own. */
export const pages: Scenario = {
  name: 'pages',
  goals: [
    { id: '10 weight', what: 'pages above their weight (npm run weight)', limit: atMost(0) },
    { id: '10 Lighthouse', what: 'audits below their score (npm run audit)', limit: atMost(0) },
  ],
  seconds: 200,
  async run(context) {
    return [
      { goal: '10 weight', values: [await countProblems(context, 'tests/scripts/weigh-pages.ts')] },
      { goal: '10 Lighthouse', values: [await countProblems(context, 'tests/scripts/audit.ts')] },
    ];
  },
};

/** Runs a tool that prints a line for each problem to stderr, each beginning with the path of its page. */
async function countProblems(context: Context, tool: string): Promise<number> {
  const child = spawn(process.execPath, [tool], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  const problems = output.split('\n').filter((line) => line.startsWith('/'));
  for (const problem of problems) context.report(problem);
  if (code !== 0 && problems.length === 0) throw new Error(`${tool} ended with ${code}: ${output.trim()}`);
  return problems.length;
}
