import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '#sandbox/start/run-processes.ts';
import { processEnv } from './process-env.ts';

/** A process of the product that a test may kill. It is signalled by its own id only. */
export interface ProductProcess {
  readonly pid: number;
  /** Its logs so far. */
  readonly output: string;
  /** Resolves when it has ended, however it did. */
  readonly ended: Promise<void>;
  /** kill -9, and the wait until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and its exit code. */
  end(): Promise<number | null>;
}

const entries = {
  api: 'services/server.ts',
  worker: 'workers/worker.ts',
  sandbox: 'sandbox/providers/sandbox.ts',
} as const;

/** Starts the API, a worker or the sandbox with this environment and waits until it says that it is ready. */
export async function startProcess(
  kind: keyof typeof entries,
  env: Record<string, string>,
): Promise<ProductProcess> {
  const entry = fileURLToPath(new URL(`../../../${entries[kind]}`, import.meta.url));
  const child = fork(entry, {
    env: processEnv(env),
    execArgv: [...(nodeFlags[entries[kind]] ?? [])],
    silent: true,
  });
  let output = '';
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await ready(child, () => output);
  return {
    pid: child.pid as number,
    get output() {
      return output;
    },
    ended,
    kill: async () => {
      await exitAfter(child, 'SIGKILL');
    },
    end: () => exitAfter(child, 'SIGTERM'),
  };
}

async function ready(child: ChildProcess, output: () => string): Promise<void> {
  const [event] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[];
  if ((event as { type?: string } | null)?.type !== 'ready')
    throw new Error(`The process did not start: ${output()}`);
}

async function exitAfter(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = (await exited) as [number | null];
  return code;
}
