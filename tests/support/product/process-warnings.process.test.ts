import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { processEnv } from './process-env.ts';
import { findWarnings } from './process-warnings.ts';

const run = (script: string, nodeOptions?: string) =>
  execFileSync(process.execPath, ['-e', script], {
    env: processEnv({ ...(nodeOptions && { NODE_OPTIONS: nodeOptions }) }),
    stdio: 'pipe',
  });

it('collects what Node warns of in a process of a test, with the place', () => {
  const folder = mkdtempSync(join(tmpdir(), 'warnings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'warnings.log');
  run('for (let i = 0; i < 12; i++) process.on("message", () => {})', `--redirect-warnings=${file}`);
  expect(findWarnings(readFileSync(file, 'utf8'))).toEqual([
    expect.stringMatching(/^MaxListenersExceededWarning: .* message listeners .*\n {4}at .*\[eval\]:1:/s),
  ]);
});

it('ends a process of a test whose promise is rejected without a handler, also with a listener', () => {
  const script = 'process.on("unhandledRejection", () => {}); Promise.reject(new Error("lost"))';
  expect(() => run(script)).toThrow('lost');
});
