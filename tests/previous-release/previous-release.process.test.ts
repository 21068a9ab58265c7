import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { patient } from '#tests/support/soon.ts';
import { processEnv } from '../support/product/process-env.ts';
import { chooseReference } from './choose-reference.ts';
import { findsSchemaDifference } from './finds-schema-difference.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'courselift-release-test-')));
const repository = join(folder, 'repository');
const temporary = join(folder, 'temporary');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
    cwd: repository,
    stdio: 'pipe',
  });

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), text);
};

const migrateOf = (release: string) =>
  `export async function migrate(settings) { settings.ran.push('${release}'); return ['${release}']; }`;

/** Starts the command in the small repository; its output is complete when it has exited. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'tests/previous-release/run.ts'), ...args], {
    cwd: repository,
    env: processEnv({ TMPDIR: temporary, PATH: process.env.PATH }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, output }));
  return { child, ended, output: () => output };
}

beforeAll(() => {
  mkdirSync(repository);
  mkdirSync(temporary);
  git('init', '-q');
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', '{}');
  write('.gitignore', 'node_modules');
  write(
    'vitest.config.js',
    `const project = (name, include) => ({ test: { name, include: [include] } });
     export default { test: { projects: [project('api', '**/*.db.test.ts'), project('queue', '**/*.queue.test.ts')] } };`,
  );
  write('services/platform/database/migrate.ts', migrateOf('earlier'));
  write('services/migrated.ts', "export { migrate } from './platform/database/migrate.ts';");
  write(
    'services/code.db.test.ts',
    `import { expect, it } from 'vitest';
     import { migrate } from './migrated.ts';
     const settings = { ran: [] };
     const own = await migrate(settings);
     it('runs on the migrations of both', () => expect([own, settings.ran]).toEqual([['earlier'], ['earlier', 'current']]));`,
  );
  write('services/old.db.test.ts', 'db.driver.createSchemaBuilder();');
  git('add', '.');
  git('commit', '-qm', 'earlier');
  write('services/platform/database/migrate.ts', migrateOf('current'));
  write('services/code.db.test.ts', 'fails');
  git('commit', '-qam', 'current');
  symlinkSync(join(root, 'node_modules'), join(repository, 'node_modules'));
});

it('requires a reference where no release has a tag', async () => {
  const { code, output } = await start().ended;
  expect([code, output]).toEqual([
    2,
    'There is no tag of a release, and no commit that added the baseline. Name a commit: npm run test:previous-release -- COMMIT\n',
  ]);
  expect((await start('no-such-commit').ended).output).toBe('There is no commit no-such-commit.\n');
});

it('takes the commit that added the baseline where no release has a tag', () => {
  const add = (name: string) => {
    write(`services/platform/database/migrations/${name}.ts`, 'export {};');
    git('add', '.');
    git('commit', '-qm', name);
    return git('rev-parse', 'HEAD').toString().trim();
  };
  add('1-another-baseline');
  git('mv', ...['1-another', '2'].map((name) => `services/platform/database/migrations/${name}-baseline.ts`));
  git('commit', '-qm', 'baseline');
  const commit = git('rev-parse', 'HEAD').toString().trim();
  expect(add('3-later')).not.toBe(commit);
  expect(chooseReference(repository, undefined)).toEqual({ name: 'the baseline', commit });
  git('reset', '-q', '--hard', 'HEAD~3');
});

it('runs the tests of the latest tag on the current migrations, and removes its folder', async () => {
  git('tag', 'v0.1.0', 'HEAD~1');
  const { code, output } = await start().ended;
  expect(output).toMatch(
    /^Left out: services\/old\.db\.test\.ts \(compares the schema with the entities\)$/m,
  );
  expect(output).toMatch(
    /\nPASSED: v0\.1\.0 \([\da-f]{7}\) on the current schema: 1 tests passed, 0 failed, 0 skipped, 1 files left out\n$/,
  );
  expect(code).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});

it('fails when a test of the release fails', async () => {
  const { code, output } = await start('HEAD').ended;
  expect(output).toContain('FAILED: HEAD (');
  expect(code).toBe(1);
});

it('removes its folder after an interrupt', async () => {
  write(
    'services/code.db.test.ts',
    `import { mkdtempSync } from 'node:fs';
     import { tmpdir } from 'node:os';
     import { it } from 'vitest';
     mkdtempSync(tmpdir() + '/left-');
     it('hangs', () => new Promise(() => console.log('is running')), 600_000);`,
  );
  git('commit', '-qam', 'hangs');
  const { child, ended, output } = start('HEAD');
  await expect.poll(output, patient).toContain('is running');
  expect(readdirSync(temporary)).not.toEqual([]);
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
  expect(readdirSync(temporary)).toEqual([]);
});

it.each([
  [
    'const { upQueries } = await db.driver.createSchemaBuilder().log();',
    'compares the schema with the entities',
  ],
  ['SELECT oid::regprocedure FROM pg_proc', 'lists the functions of the schema'],
  ["expect(await run('db-migrate', {}))", 'runs db:migrate, and reads what it prints'],
  ["import { migrate } from '#services/platform/database/migrate.ts';", undefined],
])('judges a test by what it compares: %s', (text, reason) => {
  expect(findsSchemaDifference(text)).toBe(reason);
});
