import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** How a command ended. */
export interface Ended {
  code: number;
  /** Of stdout, without the white space around it. */
  output: string;
  errors: string;
}

/** Runs a command in the folder of the repository. */
export async function run(
  command: string,
  args: readonly string[],
  { env = {}, input }: { env?: Record<string, string>; input?: string | undefined } = {},
): Promise<Ended> {
  const child = spawn(command, [...args], { cwd: root, env: { ...process.env, ...env } });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.stdin.end(input ?? '');
  const closed = once(child, 'close').catch(() => [127]);
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code: code ?? 1, output: output.trim(), errors };
}

/** Runs Docker, and returns its output. @throws Error with its last lines unless it ends with code 0. */
export async function docker(...args: string[]): Promise<string> {
  const { code, output, errors } = await run('docker', args);
  if (code === 0) return output;
  throw new Error(
    `docker ${args.join(' ')} ended with ${code}:\n${errors.split('\n').slice(-15).join('\n')}`,
  );
}

/** The ids of the running containers of a service. */
export async function containersOf(service: string): Promise<string[]> {
  return (await docker('compose', 'ps', '-q', service)).split('\n').filter(Boolean);
}

/** Returns why there are no containers here; undefined when there are. */
export async function findObstacle(images: readonly string[]): Promise<string | undefined> {
  const engine = await run('docker', ['info', '--format', '{{.ServerVersion}}']);
  if (engine.code !== 0 || engine.output === '')
    return `no container engine responds (docker info: ${engine.errors.trim().split('\n').at(-1) || 'not installed'})`;
  const compose = await run('docker', ['compose', 'version', '--short']);
  if (compose.code !== 0) return 'Docker has no Compose 2 (docker compose version)';
  for (const image of images) {
    if ((await run('docker', ['image', 'inspect', image])).code === 0) continue;
    if ((await run('docker', ['pull', '-q', image])).code !== 0)
      return `the image ${image} is not here and cannot be pulled`;
  }
  process.stdout.write(`Docker ${engine.output}, Compose ${compose.output}\n`);
  return undefined;
}
