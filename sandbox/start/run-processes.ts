import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../processes/ports.ts';
import type { ProductEnvironment } from './product-environment.ts';
import type { Supervisor } from './supervise.ts';

/**
 * Options of Node of programs, which also stand in the Dockerfile, docker-compose.yml and package.json: the size of each half
 * of the young generation, which Node lets grow to 16 MB. `docs/performance.md` has what this saves and costs.
 * @internal For its test.
 */
export const nodeFlags: Readonly<Record<string, readonly string[]>> = {
  'services/server.ts': ['--max-semi-space-size=8'],
  'workers/worker.ts': ['--max-semi-space-size=4'],
  'sandbox/providers/sandbox.ts': ['--max-semi-space-size=4'],
};

/**
 * Starts the processes of the product and waits until all are ready.
 *
 * @param options.isDev the API and the worker restart when a file changes, and the pages come from Astro's
 *   development server, which listens on the product's port and forwards calls to the API.
 */
export async function runProcesses(options: {
  root: string;
  dataDir: string;
  product: ProductEnvironment;
  supervisor: Supervisor;
  isDev: boolean;
}): Promise<void> {
  const { root, product, supervisor, isDev } = options;
  const logs = join(options.dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
  const run = (name: string, file: string, more: Partial<Parameters<Supervisor['run']>[0]> = {}) =>
    supervisor.run({
      name,
      file: join(root, file),
      nodeFlags: nodeFlags[file] ?? [],
      env: product.env,
      logFile: isDev ? undefined : join(logs, `${name}.log`),
      ...more,
    });

  const watched = (...folders: string[]) => (isDev ? folders.map((folder) => join(root, folder)) : undefined);
  const children = [];
  if (product.needsMailbox || product.needsPaymentSandbox) {
    children.push(run('sandbox', 'sandbox/providers/sandbox.ts', { isProvider: true }));
  }
  children.push(
    run('worker', 'workers/worker.ts', {
      watched: watched('services', 'workers'),
      env: workerEnvironment(product.env),
      isRestarted: true,
    }),
  );
  if (isDev) {
    const apiPort = String(await freePort());
    const args = [String(product.env.PORT), apiPort];
    children.push(
      run('api', 'services/server.ts', {
        watched: watched('services'),
        env: { ...product.env, PORT: apiPort },
      }),
      run('pages', 'sandbox/start/front-dev.ts', { args }),
    );
  } else {
    children.push(run('api', 'services/server.ts', { isRestarted: true }));
  }
  await Promise.all(children.map((child) => child.ready));
}

// API and worker run on one machine, and each listens on a port of its own for metrics.
function workerEnvironment(env: ProductEnvironment['env']): ProductEnvironment['env'] {
  return env.METRICS_PORT ? { ...env, METRICS_PORT: String(Number(env.METRICS_PORT) + 1) } : env;
}
