import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processEnv } from '#tests/support/product/process-env.ts';

const script = fileURLToPath(new URL('./test-worker.ts', import.meta.url));

/** A worker in a child process. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  /** Resolves on the message `ready`; rejects with the stderr when the process exits before. */
  readonly ready: Promise<void>;
  /** The exit code, or the signal that killed the process. */
  readonly ended: Promise<number | string>;
  /** The log so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** Runs the health check of a worker's container; resolves with its exit code and output. */
export async function checkHealth(settings: ProcessSettings): Promise<[number, string]> {
  const file = fileURLToPath(new URL('../../workers/runtime/health-check.ts', import.meta.url));
  const child = fork(file, { env: environmentOf(settings), execArgv: [], silent: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number];
  return [code, output.trim()];
}

interface ProcessSettings {
  databaseUrl: string;
  redisUrl: string | undefined;
  env?: Record<string, string>;
}

/** Starts a worker process with the test jobs. */
export function startWorkerProcess(settings: ProcessSettings): WorkerProcess {
  const child = fork(script, {
    env: environmentOf(settings),
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let stdout = '';
  child.stdout?.on('data', (data) => {
    stdout += data;
  });
  let stderr = '';
  child.stderr?.on('data', (data) => {
    stderr += data;
  });
  // Output may arrive after the exit event; it is complete when the pipes close.
  const ended = Promise.all([
    once(child, 'exit'),
    ...[child.stdout, child.stderr].map((pipe) => pipe && once(pipe, 'close')),
  ]).then(([[code, signal]]) => (code ?? signal) as number | string);
  const ready = Promise.race([
    once(child, 'message').then(() => {}),
    ended.then((code) => {
      throw new Error(`The worker ended with ${code}: ${stderr}`);
    }),
  ]);
  // Prevents an unhandled rejection in tests that only await `ended`.
  ready.catch(() => {});
  return { child, ready, ended, stdout: () => stdout, stderr: () => stderr };
}

function environmentOf({ databaseUrl, redisUrl, env }: ProcessSettings): NodeJS.ProcessEnv {
  return processEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl ?? '',
    SMTP_URL: 'smtp://127.0.0.1:9',
    PAYMENT_BASE_URL: 'http://127.0.0.1:9/payments',
    PAYMENT_SECRET_KEY: 'sk_test_not_used',
    TOKEN_SECRET: Buffer.alloc(32, 1).toString('base64'),
    CREDENTIAL_KEYS: `1:${Buffer.alloc(32, 2).toString('base64')}`,
    ...env,
  });
}
