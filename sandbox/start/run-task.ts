import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Message of a task: its result, or the message of its error. */
type TaskMessage<T> = { result: T } | { error: string };

/**
 * Runs a module of this folder in a process of its own and returns what {@link runAsTask} sent. The libraries that it
 * loads, such as TypeORM with all entities, do not stay in the memory of the supervisor. Aborting the signal kills it.
 *
 * @throws Error with the message of the task's error.
 */
export async function runTask<T>(
  file: string,
  { args = [], env, signal }: { args?: string[]; env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<T> {
  signal.throwIfAborted();
  const path = fileURLToPath(new URL(file, import.meta.url));
  // A separate process group: Ctrl-C in a terminal signals only the supervisor, which ends the task.
  const child = fork(path, args, { env, execArgv: [], detached: true });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<T>((resolve, reject) => {
      child.once('message', (message: TaskMessage<T>) => {
        if ('error' in message) reject(new Error(message.error));
        else resolve(message.result);
      });
      child.once('error', reject);
      child.once('exit', (code, killedBy) =>
        reject(new Error(`The preparation of the database ended with ${killedBy ?? `code ${code}`}.`)),
      );
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Runs `work` in the process of {@link runTask}, sends its result, and exits; also when the supervisor has ended. */
export async function runAsTask<T>(work: () => Promise<T>): Promise<void> {
  process.once('disconnect', () => process.exit(1));
  const message: TaskMessage<T> = await work().then(
    (result) => ({ result }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.(message, () => process.exit(0));
}
