import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hangMs } from '../support/vitest/limits.ts';
import { copyTree } from './copy-tree.ts';
import type { LaneRequest, LaneResult } from './lane.ts';
import { type Mutation, mutate } from './mutation.ts';

/** A scratch copy with a process that runs its tests. */
export interface Lane {
  /** Runs test files, by their paths in the repository. */
  run(tests: readonly string[]): Promise<LaneResult>;
  /** Runs the test files of a mutation with its change, and reverts the change. */
  runMutated(mutation: Mutation): Promise<LaneResult>;
  /** Ends the process and removes the copy. */
  stop(): Promise<void>;
}

// Changes let tests wait for what never comes: three of them can do so in a run.
const [patienceMs, runLimitMs] = [30_000, 4 * hangMs];

/** Makes a scratch copy and starts its process. The signal interrupts a run. */
export async function startLane(root: string, signal: AbortSignal): Promise<Lane> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'courselift-mutations-')));
  const [code, temporary] = [join(folder, 'code'), join(folder, 'temporary')];
  for (const path of [code, temporary]) await mkdir(path);
  // PostgreSQL runs as another account where root runs the tests, from the packages in this folder.
  for (const path of [folder, code, temporary]) await chmod(path, 0o755);
  copyTree(root, code);
  const child = fork('tests/mutations/lane.ts', {
    cwd: code,
    env: { ...process.env, TMPDIR: temporary, PATIENCE_MS: String(patienceMs) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Node emits no 'close' after this side has disconnected.
  const ended = new Promise((resolve) => child.once('exit', resolve));

  // Files with another text than in the last run.
  let changed: string[] = [];

  async function run(tests: readonly string[]): Promise<LaneResult> {
    const message: LaneRequest = { changed, tests: tests.map((path) => join(code, path)) };
    changed = [];
    const limit = AbortSignal.any([signal, AbortSignal.timeout(runLimitMs)]);
    const answered = once(child, 'message', { signal: limit });
    child.send(message);
    const exited = ended.then(() => Promise.reject(new Error('A process that runs tests ended')));
    const [result] = await Promise.race([answered, exited]);
    return result;
  }

  return {
    run,
    async runMutated(mutation) {
      const path = join(code, mutation.file);
      const text = await readFile(path, 'utf8');
      await writeFile(path, mutate(text, mutation));
      changed.push(path);
      const result = await run(mutation.tests);
      await writeFile(path, text);
      changed.push(path);
      return result;
    },
    async stop() {
      if (child.connected) child.disconnect();
      const forced = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(forced);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
