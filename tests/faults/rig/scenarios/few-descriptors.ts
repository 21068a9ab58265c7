import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Supervised } from '../processes/supervised.ts';
import type { Scenario } from './scenario.ts';
import { watchExits } from './watch-exits.ts';

/** Descriptors that a process may open beyond those that it has. */
const spare = 5;
const lastsMs = 20_000;
const restMs = 8_000;
/** Idle connections that are held open to an API beside the load. */
const connections = 60;

/** Each API and each worker in turn may open only 5 more descriptors for 20 s, while clients hold connections open. */
export const fewDescriptors: Scenario = {
  name: 'few-descriptors',
  rate: 3,
  seconds: 125,
  async act(stage) {
    const { apis, workers, ports } = stage.system;
    const exits = watchExits(stage.system);
    for (const [index, program] of [...apis, ...workers].entries()) {
      await sleep(restMs);
      await stage.fault(`few-descriptors of ${program.name}`, () =>
        limit(program, apis.includes(program) ? `http://127.0.0.1:${ports[index]}` : undefined),
      );
    }
    return { figures: { 'processes limited': apis.length + workers.length }, violations: exits() };
  },
};

async function limit({ pid }: Supervised, url: string | undefined): Promise<void> {
  const used = readdirSync(`/proc/${pid}/fd`).length;
  // Only the soft limit, so that it can be raised again.
  const set = (value: number | string) =>
    execFileSync('prlimit', ['--pid', String(pid), `--nofile=${value}:`]);
  const before = execFileSync('prlimit', ['--pid', String(pid), '--nofile', '--noheadings', '--output=SOFT']);
  set(used + spare);
  const sockets: Socket[] = [];
  if (url)
    for (let count = 0; count < connections; count++)
      sockets.push(connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {}));
  await sleep(lastsMs);
  for (const socket of sockets) socket.destroy();
  set(String(before).trim());
}
