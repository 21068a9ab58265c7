import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateCourses } from '#services/catalogue/generate-courses.ts';
import { createImportFixture, type ImportFixture } from './import-fixture.ts';

const command = fileURLToPath(new URL('../../tools/catalogue-import.ts', import.meta.url));

let fixture: ImportFixture;
let database: ImportFixture['database'];
let client: ImportFixture['client'];
let count: ImportFixture['count'];
let writeRows: ImportFixture['writeRows'];
beforeEach(async () => {
  fixture = await createImportFixture();
  ({ database, client, count, writeRows } = fixture);
});
afterEach(() => fixture?.close());

function start(path: string) {
  const child = spawn(process.execPath, [command, path, '--database', database.url], { stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = once(child, 'exit').then(([code]) => ({ code, output }));
  return { child, ended };
}

/** Every eighth row is invalid, in one of several ways. */
function* withBadRows(total: number): Generator<unknown> {
  const bad = [
    'no JSON',
    '["a list"]',
    ...[{ title: '' }, { url: 'javascript:alert(1)' }, { level: 'Hard' }, { rating: 7 }, { price: -3 }],
  ];
  let line = 0;
  for (const course of generateCourses(total)) {
    line += 1;
    const problem = bad[line % bad.length];
    if (line % 8 !== 0) yield course;
    else
      yield typeof problem === 'object'
        ? { ...course, status: 'Paid', priceUnit: 'USD', ...problem }
        : problem;
  }
}

describe('catalogue:import', () => {
  it('reports each of 1,000 invalid rows with line and reason and imports the others', async () => {
    const path = await writeRows(withBadRows(8_000));
    const { code, output } = await start(path).ended;
    expect(output).toMatch(
      /8,000 rows were read:\n +7,000 new\n +0 changed\n +0 unchanged\n +0 same link .*\n +1,000 refused\n/,
    );
    expect(code).toBe(2);
    expect(await count()).toBe(7_000);
    expect(await count('course_search')).toBe(7_000);
    const refused = (await readFile(`${path}.report.tsv`, 'utf8')).trim().split('\n');
    expect(refused.map((line) => Number(line.split('\t')[0]))).toEqual(
      Array.from({ length: 1_000 }, (_, index) => (index + 1) * 8),
    );
    expect(new Set(refused.map((line) => line.split('\t')[1])).size).toBeGreaterThanOrEqual(6);
  });

  it('resumes after SIGKILL and produces the same catalogue', async () => {
    const path = await writeRows(withBadRows(24_000));
    const { child, ended } = start(path);
    while ((await count()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGKILL');
    await ended;
    const half = await count();
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(21_000);
    const { output } = await start(path).ended;
    expect(output).toMatch(
      /24,000 rows were read:\n +21,000 new\n +0 changed\n +0 unchanged\n +0 same link .*\n +3,000 refused\n/,
    );
    expect(output).toMatch(/\n[1-9][\d,]* of these rows were written before the import was cut off\./);
    expect(await count()).toBe(21_000);
    expect(await count('course_search')).toBe(21_000);
    expect(await count('catalogue_imports')).toBe(0);
    const [{ sum }] = (
      await client.query(`SELECT sum(n) FROM course_totals WHERE tag = '' AND platform = ''`)
    ).rows;
    expect(Number(sum)).toBe(21_000);
  });
});
