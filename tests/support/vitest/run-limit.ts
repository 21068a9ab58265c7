import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** How long one test file, and all of them together, may take; in milliseconds. */
export interface RunLimits {
  fileMs: number;
  runMs: number;
}

/**
 * Vitest reporter: ends a run that hangs, with the names of the files that were running. It runs in Vitest's main process, because a
 * worker whose event loop spins runs no timer of its own.
 */
export default class RunLimit implements Reporter {
  readonly #limits: RunLimits;
  readonly #running = new Map<string, { file: string; timer: NodeJS.Timeout }>();
  #vitest: Vitest | undefined;
  #runTimer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<RunLimits> = {}) {
    this.#limits = { fileMs: 600_000, runMs: 1_200_000, ...limits };
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunStart(): void {
    const { runMs } = this.#limits;
    this.#runTimer = setTimeout(() => this.#end(`The run took longer than ${runMs / 1_000} s`), runMs);
  }

  /** Before the worker imports the file. */
  onTestModuleQueued(module: TestModule): void {
    const { fileMs } = this.#limits;
    const end = () => this.#end(`${module.relativeModuleId} took longer than ${fileMs / 1_000} s`);
    this.#running.set(module.id, { file: module.relativeModuleId, timer: setTimeout(end, fileMs) });
  }

  onTestModuleEnd(module: TestModule): void {
    clearTimeout(this.#running.get(module.id)?.timer);
    this.#running.delete(module.id);
  }

  onTestRunEnd(): void {
    clearTimeout(this.#runTimer);
    for (const { timer } of this.#running.values()) clearTimeout(timer);
  }

  async #end(reason: string): Promise<void> {
    const files = [...this.#running.values()].map(({ file }) => `  ${file}\n`);
    process.stderr.write(`\n${reason}. Test files that were running:\n${files.join('')}`);
    killWorkers();
    // Stops the servers of the run.
    await Promise.race([this.#vitest?.close(), wait(10_000)]).catch(() => {});
    process.exit(1);
  }
}

/** Vitest's workers are its own Node processes; servers that the run started are stopped by their teardown. */
function killWorkers(): void {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  for (const line of table.split('\n')) {
    const [, pid, parent, command = ''] = line.match(/^\s*(\d+)\s+(\d+)\s+(.*)$/) ?? [];
    if (Number(parent) === process.pid && command.includes('vitest')) process.kill(Number(pid), 'SIGKILL');
  }
}
