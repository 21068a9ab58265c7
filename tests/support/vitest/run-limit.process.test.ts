import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

async function run(config: string) {
  const path = `tests/support/vitest/fixtures/${config}`;
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', path, '--root', root];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const [written, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { written, code };
}

it('a run in which a file spins for ever ends, with the name of the file', async () => {
  const { written, code } = await run('hangs.config.ts');
  expect(written).toMatch(
    /No test ended for 15 s\. Test files that were running:\n {2}\S+spins\.fixture\.ts/,
  );
  expect(code).toBe(1);
});

it('a run whose teardown hangs ends', async () => {
  const { written, code } = await run('teardown-hangs.config.ts');
  expect(written).toContain('The teardown took longer than 1 s.');
  expect(code).toBe(1);
});
