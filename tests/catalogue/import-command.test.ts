import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkColumns } from '#services/catalogue/import/check-columns.ts';
import { presets } from '#services/catalogue/import/map-record.ts';
import { readImportOptions } from '../../tools/read-import-options.ts';

const command = fileURLToPath(new URL('../../tools/catalogue-import.ts', import.meta.url));
const spawnTimeoutMs = 60_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'courselift-import-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, text: string, encoding: BufferEncoding = 'utf8'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text, encoding);
  return path;
}

async function run(args: readonly string[], env: Record<string, string> = {}) {
  // Nobody listens there: what needs a database fails.
  const database = ['--database', 'postgres://nobody@127.0.0.1:1/none'];
  const child = spawn(process.execPath, [command, ...args, ...database], {
    stdio: 'pipe',
    env: { ...process.env, ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  return { code, said };
}

const header = 'title,platform,url,status\n';
const row = (title: string, link: string) => `${title},Udemy,https://a.example/${link},Free\n`;

it('checks a file without a database in a dry run, also when npm kept --dry-run to itself', {
  timeout: spawnTimeoutMs,
}, async () => {
  // Two rows whose quotes make one of them, as real exports have it.
  const rows = `${row('"How to play \'Guitar""', '1')}${row('Piano"""', '2')}${row('C', '3')}`;
  const path = await file('joined.csv', header + rows);
  const { code, said } = await run([path], { npm_config_dry_run: 'true' });
  expect(said).toContain('1 of 2 rows would go in; 1 were refused');
  expect(code).toBe(2);
  const report = await readFile(`${path}.refused.tsv`, 'utf8');
  expect(report).toMatch(/^2\ttitle: .+ Lines 2 to 3\.\n$/);
});

it.each([
  ['no place for the report', ['--report', '/nowhere/report.tsv'], '/nowhere/report.tsv.\n'],
  ['a column that is not there', ['--map', 'title=name'], 'has no column name (for the title)'],
])('ends in a sentence: %s', { timeout: spawnTimeoutMs }, async (_, options, sentence) => {
  const { code, said } = await run([await file('one.csv', header + row('A', '1')), '--dry-run', ...options]);
  expect(said).toContain(sentence);
  expect(said).not.toContain('    at ');
  expect(code).toBe(1);
});

it('reads what npm hands on without a -- as more than one file, and refuses it', () => {
  expect(() => readImportOptions(['a.csv', 'udemy'])).toThrow('Please name one file.');
  expect(() => readImportOptions(['a.csv', 'title=name'])).toThrow('Please name one file.');
  expect(() => readImportOptions(['a.csv', '--preset', 'none'])).toThrow('There is no preset none.');
  expect(readImportOptions(['--map', 'title=name', 'url=link', 'A.CSV'])).toMatchObject({
    path: 'A.CSV',
    format: 'csv',
    mapped: ['title', 'url'],
    isDryRun: false,
  });
});

const own = presets.courselift as NonNullable<typeof presets.courselift>;
const udemy = presets.udemy as NonNullable<typeof presets.udemy>;

it.each([
  ['title,url,platform\n', own, [], undefined],
  ['course_title,url\n', udemy, [], undefined],
  [
    'course_title,url\n',
    udemy,
    ['tags'],
    /no column subject \(for the tags\)\. Its columns are: course_title, url\.$/,
  ],
  ['title;platform;url\n', own, [], /no column title .*, platform .*, url .* are: title;platform;url\.$/],
  ['', own, [], /it is empty\.$/],
])('checks the columns %j', async (text, mapping, mapped, problem) => {
  const said = await checkColumns(await file('columns.csv', text), mapping, mapped);
  if (problem) expect(said).toMatch(problem);
  else expect(said).toBeUndefined();
});

it('knows a file in UTF-16 by its columns', async () => {
  expect(await checkColumns(await file('wide.csv', `\uFEFF${header}`, 'utf16le'), own, [])).toMatch(
    /not in UTF-8/,
  );
});
