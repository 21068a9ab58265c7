import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

it('a run in which a file spins for ever ends, with the name of the file', async () => {
  const config = 'tests/support/vitest/fixtures/hangs.config.ts';
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', config, '--root', root],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const [written, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(written).toContain('spins.fixture.ts took longer than 2 s');
  expect(code).toBe(1);
});
