import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#sandbox/processes/ports.ts';
import { findProgram, type Requirement } from '#tests/support/vitest/requirements.ts';

/** Looks for Caddy, but neither prints nor throws. */
export const findCaddy = (): Requirement =>
  findProgram({
    commands: ['caddy'],
    installLine: 'sudo apt-get install caddy   (macOS: brew install caddy)',
  });

const deployed = fileURLToPath(new URL('../../../deploy/proxy/Caddyfile', import.meta.url));
const containers = /dynamic a api 4321 \{[^}]*\}/;

/**
 * Starts Caddy with the configuration of deploy/proxy, with two differences: the addresses of processes in place of the name of a
 * service, and checks of readiness, since no DNS removes a process that stops.
 *
 * @param folder gets its configuration and data.
 * @throws when Caddy is not installed or does not start.
 */
export async function startCaddy(
  ports: readonly number[],
  folder: string,
): Promise<{ port: number; close(): Promise<void> }> {
  const { path, missing } = findCaddy();
  if (missing !== undefined) throw new Error(missing);
  const template = await readFile(deployed, 'utf8');
  if (!containers.test(template))
    throw new Error('deploy/proxy/Caddyfile has no list of containers to replace.');
  const upstreams = `to ${ports.map((port) => `127.0.0.1:${port}`).join(' ')}
		health_uri /health/ready?exclude=queue
		health_interval 500ms
		health_timeout 2s`;
  const config = join(folder, 'Caddyfile');
  await writeFile(config, template.replace(containers, upstreams));
  const port = await freePort();
  const child = spawn(path, ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE_ADDRESS: `:${port}`,
    },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const close = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  for (let attempt = 0; attempt < 250 && child.exitCode === null; attempt += 1) {
    if (await answers(port)) return { port, close };
    await sleep(40);
  }
  await close();
  throw new Error(`Caddy did not start on port ${port}.`);
}

/** Whether anything responds on this port; Caddy responds with 503 while no API is ready. */
const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(8_000) }).then(
    () => true,
    () => false,
  );
