import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#sandbox/processes/ports.ts';
import { findCaddy } from '../vitest/requirements.ts';

const deployed = fileURLToPath(new URL('../../../deploy/proxy/Caddyfile', import.meta.url));
const containers = /dynamic a api 4321 \{[^}]*\}/;
const adminSocket = 'unix//config/admin.sock';

export interface Caddy {
  port: number;
  /** Reads the published pages again, as deploy/upgrade.sh has it done. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts Caddy with the configuration of deploy/proxy, with these differences: the addresses of processes in place of the name of a
 * service, and checks of readiness, since no DNS removes a process that stops; and a socket in `folder`.
 *
 * @param ports of the APIs
 * @param folder gets its configuration and data.
 * @param pages folder of published pages; without it Caddy serves none itself.
 * @throws when Caddy is not installed or does not start.
 */
export async function startCaddy(ports: readonly number[], folder: string, pages = folder): Promise<Caddy> {
  const template = await readFile(deployed, 'utf8');
  if (!containers.test(template) || !template.includes(adminSocket))
    throw new Error('deploy/proxy/Caddyfile has no list of containers or no socket to replace.');
  const upstreams = `to ${ports.map((port) => `127.0.0.1:${port}`).join(' ')}
			health_uri /health/ready?exclude=queue
			health_interval 500ms
			health_timeout 2s`;
  return runCaddy(template.replace(containers, upstreams), folder, pages);
}

/** Starts Caddy with a configuration for `SITE_ADDRESS` and `PAGES_FOLDER`; see {@link startCaddy}. */
export async function runCaddy(template: string, folder: string, pages: string): Promise<Caddy> {
  const { path, missing } = findCaddy();
  if (missing !== undefined) throw new Error(missing);
  const config = join(folder, 'Caddyfile');
  const admin = `unix/${join(folder, 'admin.sock')}`;
  await writeFile(config, template.replace(adminSocket, admin));
  const port = await freePort();
  const run = (...args: string[]) =>
    spawn(path, [...args, '--config', config, '--adapter', 'caddyfile'], {
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        SITE_ADDRESS: `:${port}`,
        PAGES_FOLDER: pages,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  const server = run('run');
  const outputOfServer = collect(server);
  const exited = once(server, 'exit');
  const close = async () => {
    server.kill('SIGTERM');
    await exited;
  };
  const reload = async () => {
    const command = run('reload', '--address', admin);
    const output = collect(command);
    const [code] = await once(command, 'exit');
    if (code !== 0) throw new Error(`Caddy did not reload: ${output()}`);
  };
  for (let attempt = 0; attempt < 250 && server.exitCode === null; attempt += 1) {
    if (await answers(port)) return { port, reload, close };
    await sleep(40);
  }
  await close();
  throw new Error(`Caddy did not start on port ${port}: ${outputOfServer()}`);
}

/** Whether anything responds on this port; Caddy responds with 503 while no API is ready. */
const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(8_000) }).then(
    () => true,
    () => false,
  );

/** Returns the end of what a process has printed to stderr. */
function collect({ stderr }: ChildProcess): () => string {
  let text = '';
  stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-2_000);
  });
  return () => text;
}
