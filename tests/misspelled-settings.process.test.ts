import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { processEnv } from './support/product/process-env.ts';

/** Runs an entry point without any setting but a misspelled one. Returns what it prints to stderr. */
async function run(file: string): Promise<string> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../${file}`, import.meta.url))], {
    // A folder without `.env`.
    cwd: tmpdir(),
    env: processEnv({ DATABASE_ULR: 'postgres://a:b@127.0.0.1:1/c', PORT: 'none' }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  await once(child, 'close');
  return printed;
}

it.each(['services/server.ts', 'workers/worker.ts', 'sandbox/providers/sandbox.ts', 'tools/db-migrate.ts'])(
  '%s reports a misspelled setting once, before it fails',
  async (file) => {
    const [first, second, ...more] = (await run(file)).trimEnd().split('\n');
    expect(first).toBe('DATABASE_ULR is not a setting. Did you mean DATABASE_URL?');
    expect(second).toMatch(/Configuration: .*PORT must be a number/);
    expect(more).toEqual([]);
  },
);
