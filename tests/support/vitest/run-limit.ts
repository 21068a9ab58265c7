import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { hourMs } from '#contracts/durations.ts';
import { longMs } from './limits.ts';

/** Limits of a run, in milliseconds. */
export interface RunLimits {
  /** Longest time in which no test and no file ends. */
  idleMs: number;
  runMs: number;
  /** For the global teardown, which Vitest awaits before its own limit applies. */
  teardownMs: number;
}

/**
 * Vitest reporter: ends a run that hangs, with the names of the files that were running. It runs in Vitest's main process, because a
 * worker whose event loop spins runs no timer of its own.
 */
export default class RunLimit implements Reporter {
  readonly #limits: RunLimits;
  readonly #running = new Map<string, string>();
  #vitest: Vitest | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #runTimer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<RunLimits> = {}) {
    this.#limits = { idleMs: longMs, runMs: hourMs, teardownMs: 60_000, ...limits };
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunStart(): void {
    const { runMs } = this.#limits;
    if (this.#vitest?.config.watch) return;
    this.#runTimer = setTimeout(() => this.#end(`The run took longer than ${runMs / 1_000} s`), runMs);
    this.#restartIdleTimer();
  }

  /** Before the worker imports the file. */
  onTestModuleQueued(module: TestModule): void {
    this.#running.set(module.id, module.relativeModuleId);
  }

  onTestCaseResult(): void {
    this.#restartIdleTimer();
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.id);
    this.#restartIdleTimer();
  }

  onTestRunEnd(): void {
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#runTimer);
    if (this.#vitest?.config.watch) return;
    const { teardownMs } = this.#limits;
    const end = () => {
      process.stderr.write(`\nThe teardown took longer than ${teardownMs / 1_000} s.\n`);
      process.exit(1);
    };
    setTimeout(end, teardownMs).unref();
  }

  #restartIdleTimer(): void {
    const { idleMs } = this.#limits;
    clearTimeout(this.#idleTimer);
    if (this.#vitest?.config.watch) return;
    this.#idleTimer = setTimeout(() => this.#end(`No test ended for ${idleMs / 1_000} s`), idleMs);
  }

  async #end(reason: string): Promise<void> {
    const files = [...this.#running.values()].map((file) => `  ${file}\n`);
    process.stderr.write(`\n${reason}. Test files that were running:\n${files.join('')}`);
    killWorkers();
    // Stops the servers of the run.
    await Promise.race([this.#vitest?.close(), wait(10_000)]).catch(() => {});
    process.exit(1);
  }
}

/** Vitest's workers are its own Node processes; servers that the run started are stopped by their teardown. */
function killWorkers(): void {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  for (const line of (stdout ?? '').split('\n')) {
    const [, pid, parent, command = ''] = line.match(/^\s*(\d+)\s+(\d+)\s+(.*)$/) ?? [];
    if (Number(parent) === process.pid && command.includes('vitest/dist/workers'))
      process.kill(Number(pid), 'SIGKILL');
  }
}
