import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { soon } from '#tests/support/soon.ts';
import { isRunning } from '../processes/process-table.ts';
import { startChild } from './start-child.ts';
import { startRestartedChild } from './start-restarted-child.ts';

const folder = mkdtempSync(join(tmpdir(), 'courselift-child-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(source: string, readyTimeoutMs?: number) {
  const file = join(folder, `${Math.random()}.mjs`);
  writeFileSync(file, source);
  const logFile = join(folder, 'log');
  return startChild({ name: 'api', file, env: {}, logFile, ...(readyTimeoutMs ? { readyTimeoutMs } : {}) });
}

const sayReady = "process.send({ type: 'ready' }); setInterval(() => {}, 1000);";

it('is ready after its ready message, logs into its file, and ends on SIGTERM', async () => {
  const child = run(`console.log('hello'); process.on('SIGTERM', () => process.exit(3)); ${sayReady}`);
  await child.ready;
  await child.end(5_000);
  expect(await child.ended).toBe('ended with code 3');
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('hello\n');
});

it('reports how it ended before it was ready', async () => {
  await expect(run('process.exit(7)').ready).rejects.toThrow(
    'The api ended with code 7 before it was ready.',
  );
});

it('rejects when the process is not ready in time', async () => {
  const child = run('setInterval(() => {}, 1000)', 300);
  await expect(child.ready).rejects.toThrow('The api is not ready after 0.3 s.');
  await child.end(100);
});

it('kills a process that ignores SIGTERM, with its child processes', async () => {
  const child = run(`
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(join(folder, 'grandchild'))}, String(spawn('sleep', ['60']).pid));
    process.on('SIGTERM', () => {});
    ${sayReady}`);
  await child.ready;
  await child.end(200);
  expect(await child.ended).toBe('ended with signal SIGKILL');
  const grandchild = Number(readFileSync(join(folder, 'grandchild'), 'utf8'));
  await soon(() => isRunning(grandchild)).toBe(false);
});

it.each([
  ['exits with the code of a worker without progress', 'process.exit(75)'],
  ['is killed', "process.kill(process.pid, 'SIGKILL')"],
])('is started again when it %s, and for no other end', async (_how, end) => {
  const file = join(folder, 'restarted.mjs');
  const runs = join(folder, `${Math.random()}.runs`);
  writeFileSync(
    file,
    `import { appendFileSync, readFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(runs)}, '.');
     process.send({ type: 'ready' });
     setTimeout(() => {
       if (readFileSync(${JSON.stringify(runs)}).length < 3) ${end};
       process.exit(1);
     }, 0);`,
  );
  const child = startRestartedChild({ name: 'worker', file, env: {}, logFile: join(folder, 'log') });
  await child.ready;
  expect(await child.ended).toBe('ended with code 1');
  expect(readFileSync(runs, 'utf8')).toBe('...');
});
