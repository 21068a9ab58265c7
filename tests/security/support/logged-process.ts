import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processEnv } from '#tests/support/product/process-env.ts';

/** A process of the product, with everything it has written. */
export interface LoggedProcess {
  output(): string;
  stop(): Promise<void>;
}

/** Starts a script of the repository with these settings, logging all it can, and waits until it is ready. */
export async function startLogged(script: URL, env: Record<string, string>): Promise<LoggedProcess> {
  const child = fork(fileURLToPath(script), {
    env: processEnv({ ...env, LOG_LEVEL: 'debug' }),
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  // Not `close`: a child whose channel its parent closed never says it.
  const ended = once(child, 'exit');
  await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error(`${script.pathname} ended: ${output}`);
    }),
  ]);
  return {
    output: () => output,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
