import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#sandbox/processes/ports.ts';

/** A Redis of one test file, with the settings that the product demands (append-only file, no eviction). */
export interface TestRedis {
  url: string;
  port: number;
  folder: string;
  /** Process id; changes with every restart. */
  readonly pid: number;
  /** kill -9. */
  kill(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
  /** Starts it again on the same port and files (after {@link kill}). */
  restart(): Promise<void>;
}

/**
 * Starts `redis-server` on a private port with files in a temporary folder, which is created in `parent`. `path` comes from
 * `requireRedis()`; `settings` are further ones.
 */
export async function startRedis(
  path: string,
  {
    parent = tmpdir(),
    settings = {},
  }: { parent?: string | undefined; settings?: Record<string, string> } = {},
): Promise<TestRedis> {
  const folder = await mkdtemp(join(parent, 'courselift-redis-'));
  const port = await freePort();
  let server = await launch(path, { port, folder, settings });
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    folder,
    get pid() {
      return server.pid as number;
    },
    kill: () => end(server, 'SIGKILL'),
    async stop() {
      await end(server, 'SIGKILL');
      // A child process of the killed server may still write its files.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
    async restart() {
      await end(server, 'SIGKILL');
      server = await launch(path, { port, folder, settings });
    },
  };
}

async function launch(
  path: string,
  { port, folder, settings }: { port: number; folder: string; settings: Record<string, string> },
): Promise<ChildProcess> {
  const all = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    appendonly: 'yes',
    'maxmemory-policy': 'noeviction',
    save: '',
    ...settings,
  };
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn(path, args, { stdio: 'ignore' });
  for (let attempt = 0; attempt < 250; attempt++) {
    if (server.exitCode !== null) break;
    if (await isReady(port)) return server;
    await sleep(20);
  }
  server.kill('SIGKILL');
  throw new Error(`redis-server did not start on port ${port}`);
}

/** Returns whether Redis replies to PING; while it loads its files it accepts connections but rejects commands. */
function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false)).once('close', () => resolve(false));
  });
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill(signal);
  await once(server, 'exit');
}
