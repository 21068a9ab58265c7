import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { holdPort } from '#tests/support/product/hold-port.ts';
import { processEnv } from '#tests/support/product/process-env.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';

/** The API in a process of its own, on the database of a test product. */
export interface ApiProcess {
  url: string;
  pid: number;
  /** Processor time since its start, in seconds. */
  cpuSeconds(): number;
  /** Time that its event loop waited for a processor that others used, in seconds. Linux only. */
  waitedSeconds(): number;
  /** Resident memory, now and at its highest, in megabytes. Linux only. */
  memoryMb(): { now: number; highest: number };
  stop(): Promise<void>;
}

const clockTicksPerSecond = 100;

/** Starts the API with the limits of production, behind one proxy. */
export async function startApiProcess(
  product: TestProduct,
  env: Record<string, string> = {},
): Promise<ApiProcess> {
  const { port, release } = await holdPort();
  await release();
  const file = fileURLToPath(new URL('../../security/support/logging-api.ts', import.meta.url));
  const settings = {
    ...product.env,
    PORT: String(port),
    RATE_LIMIT_FACTOR: '1',
    TRUST_PROXY_HOPS: '1',
    ...env,
  };
  const child = fork(file, { env: processEnv(settings), execArgv: [] });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The API ended with ${code}`);
    }),
  ]);
  const read = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8');
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read('status'))?.[1]) / 1024;
  return {
    pid: child.pid as number,
    url: `http://127.0.0.1:${port}`,
    cpuSeconds: () => {
      // The name of the process, in brackets, may contain spaces.
      const fields = read('stat').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
    },
    // Time on a processor, time in the run queue and time slices of the main thread, in nanoseconds.
    waitedSeconds: () => Number(read('schedstat').split(' ')[1]) / 1e9,
    memoryMb: () => ({ now: field('VmRSS'), highest: field('VmHWM') }),
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
