import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createLogger } from '#services/platform/log.ts';
import { soon } from '#tests/support/soon.ts';
import { isRunning } from '../processes/process-table.ts';
import { startRestartedChild } from './restarting-child.ts';
import { openLog, readableLog, startChild } from './start-child.ts';

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
  // Created when the ready message of the first run has arrived: the end of a process can be noticed before its messages.
  const mayEnd = `${runs}.may-end`;
  writeFileSync(
    file,
    `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(runs)}, '.');
     process.send({ type: 'ready' });
     setInterval(() => {
       if (!existsSync(${JSON.stringify(mayEnd)})) return;
       if (readFileSync(${JSON.stringify(runs)}).length < 3) ${end};
       process.exit(1);
     }, 10);`,
  );
  const child = startRestartedChild({ name: 'worker', file, env: {}, logFile: join(folder, 'log') });
  await child.ready;
  writeFileSync(mayEnd, '');
  expect(await child.ended).toBe('ended with code 1');
  expect(readFileSync(runs, 'utf8')).toBe('...');
});

it('keeps the logs of the last five starts', () => {
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  for (let start = 1; start <= 8; start += 1) {
    const log = openLog(join(logs, 'api.log'));
    writeSync(log, `start ${start}`);
    closeSync(log);
  }
  const contents = readdirSync(logs)
    .toSorted()
    .map((name) => [name, readFileSync(join(logs, name), 'utf8')]);
  expect(contents).toEqual([
    ['api.1.log', 'start 7'],
    ['api.2.log', 'start 6'],
    ['api.3.log', 'start 5'],
    ['api.4.log', 'start 4'],
    ['api.5.log', 'start 3'],
    ['api.log', 'start 8'],
  ]);
});

it('prints a log entry as one line with its level, message and fields', () => {
  let line = '';
  const log = createLogger({ logLevel: 'info' }, 'api', { write: (text: string) => (line = text) });
  log.warn({ queue: 'mail', jobs: 2 }, 'Enqueued again');
  expect(readableLog('api', line.trimEnd())).toMatch(
    /^\[api\] \[\d\d:\d\d:\d\d\] WARN: Enqueued again \{"queue":"mail","jobs":2\}\n$/,
  );
});

it('prints other text unchanged', () => {
  expect(readableLog('api', 'The API cannot run.')).toBe('[api] The API cannot run.\n');
  expect(readableLog('api', '{ not JSON')).toBe('[api] { not JSON\n');
});
