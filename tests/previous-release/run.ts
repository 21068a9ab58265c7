import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseReference, NoReleaseError } from './choose-reference.ts';
import { prepareCheckout } from './prepare-checkout.ts';

// `npm run test:previous-release -- [COMMIT] [ARGUMENTS OF VITEST…]`: runs the tests of API and queue of a release (by default the
// latest tag, else the commit that added the baseline), with its code, on the schema of this working copy; see
// docs/operations.md#the-previous-version-on-the-new-schema.
// Exit code 0: they pass; 1: they do not; 2: there is no such release; 130: interrupted.

const root = execFileSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).trim();
const [first, ...more] = process.argv.slice(2);
const isGiven = first !== undefined && !first.startsWith('-');
const args = isGiven ? more : process.argv.slice(2);

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());

try {
  process.exitCode = await testRelease(isGiven ? first : undefined);
} catch (error) {
  if (!(error instanceof NoReleaseError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function testRelease(given: string | undefined): Promise<number> {
  const { name, commit } = chooseReference(root, given);
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'courselift-previous-')));
  try {
    const [code, temporary] = [join(folder, 'code'), join(folder, 'temporary')];
    for (const path of [code, temporary]) await mkdir(path);
    // PostgreSQL runs as another account where root runs the tests, from the packages in this folder.
    for (const path of [folder, code, temporary]) await chmod(path, 0o755);
    const { hasPackages, leftOut } = await prepareCheckout(root, commit, code);
    for (const { file, reason } of leftOut) process.stdout.write(`Left out: ${file} (${reason})\n`);
    if (!hasPackages && !(await run(code, 'npm', ['ci', '--no-audit', '--no-fund'])))
      return interrupted.signal.aborted ? 130 : 1;
    const report = join(folder, 'report.json');
    const projects = args.some((argument) => argument.startsWith('--project'))
      ? []
      : ['--project', 'api', '--project', 'queue'];
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const isPassed = await run(code, 'npx', ['vitest', 'run', ...projects, ...reporters, ...args], temporary);
    if (interrupted.signal.aborted) return 130;
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(await readFile(report, 'utf8'));
    process.stdout.write(
      `${isPassed ? 'PASSED' : 'FAILED'}: ${name} (${commit.slice(0, 7)}) on the current schema: ${numPassedTests} tests passed, ` +
        `${numFailedTests} failed, ${numPendingTests} skipped, ${leftOut.length} files left out\n`,
    );
    return isPassed ? 0 : 1;
  } finally {
    // Processes of interrupted tests may write until they have ended.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/**
 * Resolves with whether the command succeeded, after it has ended. Its processes are a group of their own, which gets an interrupt
 * once, wherever it came from; what interrupted tests leave in the temporary folder is removed with it.
 */
async function run(cwd: string, command: string, given: string[], temporary = tmpdir()): Promise<boolean> {
  if (interrupted.signal.aborted) return false;
  const env = { ...process.env, TMPDIR: temporary };
  const child = spawn(command, given, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  const stop = () => child.pid && process.kill(-child.pid, 'SIGINT');
  interrupted.signal.addEventListener('abort', stop);
  const [code] = await once(child, 'close');
  interrupted.signal.removeEventListener('abort', stop);
  return code === 0;
}
