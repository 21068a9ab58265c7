import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkColumns } from '#services/catalogue/import/check-columns.ts';
import { presets } from '#services/catalogue/import/map-record.ts';
import { importUsage, readImportOptions } from '../../tools/read-import-options.ts';

const command = fileURLToPath(new URL('../../tools/catalogue-import.ts', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'courselift-import-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, text: string | Buffer, encoding: BufferEncoding = 'utf8'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text, encoding);
  return path;
}

async function run(args: readonly string[], env: Record<string, string> = {}) {
  // Nothing listens on this port, so any database access fails.
  const database = ['--database', 'postgres://nobody@127.0.0.1:1/none'];
  const child = spawn(process.execPath, [command, ...args, ...database], {
    stdio: 'pipe',
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  return { code, output };
}

const header = 'title,platform,url,status\n';
const row = (title: string, link: string) => `${title},Udemy,https://a.example/${link},Free\n`;

it('validates a file without a database in a dry run, also when npm consumed --dry-run', async () => {
  // Mismatched quotes merge two rows, as in real exports.
  const rows = `${row('"How to play \'Guitar""', '1')}${row('Piano"""', '2')}${row('C', '3')}`;
  const path = await file('joined.csv', header + rows);
  const { code, output } = await run([path], { npm_config_dry_run: 'true' });
  expect(output).toMatch(/2 rows were read; .*dry run.*\n +1 course\n +0 same link.*\n +1 refused/);
  expect(code).toBe(2);
  const report = await readFile(`${path}.report.tsv`, 'utf8');
  expect(report).toMatch(/^2\ttitle: .+ Lines 2 to 3\.\n$/);
});

it.each([
  ['no place for the report', ['--report', '/nowhere/report.tsv'], '/nowhere/report.tsv.\n'],
  ['a column that is not there', ['--map', 'title=name'], 'has no column name (for the title)'],
])('exits with a one-line error: %s', async (_, options, sentence) => {
  const { code, output } = await run([
    await file('one.csv', header + row('A', '1')),
    '--dry-run',
    ...options,
  ]);
  expect(output).toContain(sentence);
  expect(output).not.toContain('    at ');
  expect(code).toBe(1);
});

it('leaves no report behind when no row was refused or repeated', async () => {
  const path = await file('fine.csv', header + row('A', '1'));
  await file('fine.csv.report.tsv', 'of an earlier import');
  expect((await run([path, '--dry-run'])).code).toBe(0);
  expect(existsSync(`${path}.report.tsv`)).toBe(false);
});

it('says which setting names a database that cannot be reached', async () => {
  const { code, output } = await run([await file('fine.csv', header + row('A', '1'))]);
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^Cannot connect to PostgreSQL \(--database\): .+\n$/),
  ]);
});

it('prints its options on --help', async () => {
  expect(await run(['--help'])).toEqual({ code: 0, output: importUsage });
});

it('requires CSV instead of a spreadsheet', () => {
  expect(() => readImportOptions(['Courses.XLSX'])).toThrow(
    /^Courses\.XLSX is a spreadsheet\. Please save it as CSV UTF-8, and import that file\.$/,
  );
});

it('rejects the extra values that npm passes without --', () => {
  expect(() => readImportOptions(['a.csv', 'udemy'])).toThrow('Please name one file.');
  expect(() => readImportOptions(['a.csv', 'title=name'])).toThrow('Please name one file.');
  expect(() => readImportOptions(['a.csv', '--preset', 'none'])).toThrow('There is no preset none.');
  expect(readImportOptions(['--map', 'title=name', 'url=link', 'A.CSV'])).toMatchObject({
    path: 'A.CSV',
    format: 'csv',
    delimiter: ',',
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
  [
    'Course Name,url\n',
    own,
    [],
    /: Course Name, url\. Say which columns they are: --map 'title=COLUMN' 'platform=COLUMN'; or .* --set 'platform=NAME'\.$/,
  ],
  ['Title,platform,URL\n', own, [], /--map 'title=Title' 'url=URL';/],
  ['title,platform,url\rA,B,https://a.example/1\r', own, [], /ends its lines with CR alone/],
  ['title;platform;url\n', own, [], /no column title .*, platform .*, url .* are: title;platform;url\. /],
  ['', own, [], /it is empty\.$/],
  ['title,platform,url,title\n', own, [], /has two columns named title\. Please rename the one /],
  ['id,course_title,url,id,course_title\n', udemy, [], /has two columns named course_title\./],
  ['title,platform,url,,,id,id\n', own, [], undefined],
])('checks the columns %j', async (text, mapping, mapped, problem) => {
  const output = await checkColumns(await file('columns.csv', text), mapping, mapped);
  if (problem) expect(output).toMatch(problem);
  else expect(output).toBeUndefined();
});

it('reports repeated URLs with both lines', async () => {
  const path = await file('same.csv', header + row('A', '1') + row('B', '2') + row('C', '1'));
  const { code, output } = await run([path, '--dry-run']);
  expect(output).toMatch(/3 rows were read.*\n +2 courses\n +1 same link as an earlier row/);
  expect(code).toBe(0);
  expect(await readFile(`${path}.report.tsv`, 'utf8')).toBe(
    '4\tSame link as line 2; this row replaces it.\n',
  );
});

it.each([
  ['tab', 'tabs.tsv', []],
  ['tab', 'tabs.txt', ['--format', 'csv', '--delimiter', 'tab']],
  [';', 'semicolons.csv', ['--delimiter', ';']],
  ['|', 'bars.csv', ['--delimiter', '|']],
] as const)('reads a file delimited by %s: %s', async (delimiter, name, options) => {
  const text = (header + row('"A, with a comma"', '1')).replace(
    /,(?! )/g,
    delimiter === 'tab' ? '\t' : delimiter,
  );
  const { code, output } = await run([await file(name, text), '--dry-run', ...options]);
  expect([code, output]).toEqual([0, expect.stringMatching(/1 row was read.*\n +1 course\n/)]);
});

it('reads a file compressed by gzip, and reports one that is cut off', async () => {
  const rows = Array.from({ length: 2_000 }, (_, at) => row(`Course ${at}`, String(at)));
  const compressed = gzipSync(header + rows.join(''));
  const whole = await run([await file('courses.csv.gz', compressed), '--dry-run']);
  expect([whole.code, whole.output]).toEqual([0, expect.stringContaining(' 2,000 courses\n')]);
  const cut = await run([await file('cut.csv.gz', compressed.subarray(0, -20)), '--dry-run']);
  expect([cut.code, cut.output]).toEqual([1, expect.stringMatching(/cut\.csv\.gz is damaged: /)]);
});

it('rejects a constant URL and accepts a template of columns and fields', async () => {
  expect(() => readImportOptions(['a.csv', '--set', 'url=https://a.example/'])).toThrow(
    /would make one course of all rows.*\{title\}/s,
  );
  const { mapping } = readImportOptions([
    'a.csv',
    '--set',
    'url=https://a.example/?q={title}&id={course_id}',
  ]);
  expect(
    await checkColumns(await file('columns.csv', 'title,platform,course_id\n'), mapping, []),
  ).toBeUndefined();
  expect(await checkColumns(await file('columns.csv', 'title,platform\n'), mapping, [])).toMatch(
    /no column course_id \(for the url\)/,
  );
});

it('suggests the delimiter of a file that seems to have one column', async () => {
  const path = await file('columns.csv', 'title;platform;url\n');
  expect(await checkColumns(path, own, [])).toMatch(/add --delimiter ';'/);
});

it('names the fields of the first row when every row was refused', async () => {
  const path = await file('other.json', '[{"Course Name": "A", "Link": "https://a.example/1"}]');
  const { code, output } = await run([path, '--dry-run']);
  expect([code, output]).toEqual([
    2,
    expect.stringContaining(
      `The fields of the first row are: Course Name, Link. Say which is which, such as: --map 'title=Course Name'.`,
    ),
  ]);
});

it('says how to save a file that is not in UTF-8', async () => {
  const path = await file('latin.csv', header + row('Caf\u00e9', '1'), 'latin1');
  const { code, output } = await run([path, '--dry-run']);
  expect([code, output]).toEqual([2, expect.stringContaining('Please save it as UTF-8')]);
});

it('detects UTF-16 by the column names', async () => {
  expect(await checkColumns(await file('wide.csv', `\uFEFF${header}`, 'utf16le'), own, [])).toMatch(
    /not in UTF-8\. Please save it as UTF-8/,
  );
});
