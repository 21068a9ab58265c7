import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { soon } from '#tests/support/soon.ts';

const module = new URL('./watch-process.ts', import.meta.url).href;
const tickMs = 50;
const limitMs = 20 * tickMs;

let child: ChildProcess | undefined;
afterEach(() => void child?.kill('SIGKILL'));

/** Runs a process that watches its event loop, counts its turns on stdout, and runs `script` after the first of them. */
function run(script: string, nodeOptions: string[] = []) {
  const source = `
    import { watchEventLoop } from ${JSON.stringify(module)};
    watchEventLoop('The test', { warn() {}, error: console.error }, ${tickMs});
    setInterval(() => process.stdout.write('.'), ${tickMs});
    setTimeout(() => { ${script} }, ${tickMs});`;
  const spawned = spawn(process.execPath, [...nodeOptions, '--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = spawned;
  const output = { turns: 0, errors: '' };
  spawned.stdout.on('data', (text: Buffer) => {
    output.turns += text.length;
  });
  spawned.stderr.on('data', (text: Buffer) => {
    output.errors += text;
  });
  return { spawned, output };
}

describe('watchEventLoop', () => {
  it.each([
    ['microtasks', 'const spin = async () => { for (;;) await null; }; void spin();'],
    ['a loop', 'for (;;);'],
    [
      'a call that blocks',
      'const lock = new Int32Array(new SharedArrayBuffer(4)); Atomics.wait(lock, 0, 0);',
    ],
  ])('ends a process whose event loop %s stops, and says so', async (_what, script) => {
    const { spawned, output } = run(script);
    const [code, signal] = await once(spawned, 'close');
    expect([code, signal]).toEqual([null, 'SIGKILL']);
    expect(output.errors).toBe('The test ends: its event loop stood still for 1 s\n');
  });

  it.each([
    ['works', '', []],
    [
      'was started with a debugger',
      `setTimeout(() => { const end = Date.now() + ${2 * limitMs}; while (Date.now() < end); }, 0);`,
      ['--inspect=0'],
    ],
  ] as const)('does not end a process that %s', async (_what, script, nodeOptions) => {
    const { spawned, output } = run(script, [...nodeOptions]);
    await soon(() => output.turns).toBeGreaterThan(40);
    expect(spawned.signalCode).toBeNull();
  });

  it('does not end a process that was stopped for longer than the limit', async () => {
    const { spawned, output } = run('');
    await soon(() => output.turns).toBeGreaterThan(1);
    spawned.kill('SIGSTOP');
    await sleep(3 * limitMs);
    const before = output.turns;
    spawned.kill('SIGCONT');
    await soon(() => output.turns).toBeGreaterThan(before + 40);
    expect(spawned.signalCode).toBeNull();
  });

  it('does not keep a process from its end', async () => {
    const { spawned } = run('process.exit(3)');
    expect(await once(spawned, 'close')).toEqual([3, null]);
  });
});
