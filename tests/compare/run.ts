import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// `npm run compare -- COMMIT`: compares routes, OpenAPI document, jobs, mails, pages and the statements of each call of a commit with those
// of this working copy. Prints the differences; exit code 1 when there are any.

const root = execFileSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).trim();
const [commit] = process.argv.slice(2);
if (!commit) {
  process.stderr.write('Name a commit: npm run compare -- COMMIT\n');
  process.exit(2);
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'courselift-compare-')));
try {
  // PostgreSQL runs as another account where root runs this.
  chmodSync(folder, 0o755);
  const archive = join(folder, 'archive.tar');
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: root });
  execFileSync('tar', ['-xf', archive], { cwd: folder });
  unlinkSync(archive);
  cpSync(join(root, 'tests/compare'), join(folder, 'tests/compare'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const [before, after] = [describe(folder, 'before'), describe(root, 'after')];
  process.exitCode = isSame(before, after) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

function describe(cwd: string, name: string): string {
  const file = join(folder, `${name}.json`);
  execFileSync('npx', ['vitest', 'run', '--config', 'tests/compare/vitest.config.ts'], {
    cwd,
    env: { ...process.env, DESCRIBE_TO: file },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return file;
}

function isSame(before: string, after: string): boolean {
  try {
    execFileSync('diff', ['--unified=1', before, after], { stdio: ['ignore', 'inherit', 'inherit'] });
    process.stdout.write('No difference in routes, OpenAPI, jobs, mails, pages and statements.\n');
    return true;
  } catch {
    return false;
  }
}
