import { nodeFlags } from '#sandbox/start/run-processes.ts';
import type { Context } from '../core/scenario.ts';
import { type Child, startChild } from './child.ts';

/** A server that is measured. */
export interface MeasuredServer extends Child {
  url: string;
}

const root = new URL('../../../', import.meta.url);

/**
 * Starts a server in production mode as a process of its own. It stops with the scenario.
 *
 * @param path from the root of the repository.
 * @param settings its whole environment, beside PATH. `PORT` is part of the URL unless its first message has a `port`.
 */
export async function startServer(
  context: Context,
  path: string,
  settings: Record<string, string>,
): Promise<MeasuredServer> {
  const child = await startChild<{ port?: number }>(
    new URL(path, root),
    { NODE_ENV: 'production', ...settings },
    [],
    nodeFlags[path],
  );
  context.defer(() => child.stop());
  const { port = settings.PORT } = child.ready;
  return { ...child, url: `http://127.0.0.1:${port}` };
}
