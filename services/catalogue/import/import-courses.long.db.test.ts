import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CourseRow } from '#contracts/catalogue/catalogue-import.ts';
import { createImportFixture, type ImportFixture } from '#tests/catalogue/import-fixture.ts';
import { generateCourses } from '../generate-courses.ts';
import { writeCourses } from '../write-courses.ts';
import { exportCourses } from './export-courses.ts';
import { importCourses } from './import-courses.ts';
import { presets } from './map-record.ts';
import { type FileFormat, fileFormats } from './read-records.ts';

const mapping = presets.courselift as NonNullable<typeof presets.courselift>;

let fixture: ImportFixture;
let client: ImportFixture['client'];
let folder: ImportFixture['folder'];
let count: ImportFixture['count'];
let writeRows: ImportFixture['writeRows'];
beforeEach(async () => {
  fixture = await createImportFixture();
  ({ client, folder, count, writeRows } = fixture);
});
afterEach(() => fixture?.close());

describe('an import', () => {
  it('writes nothing in a dry run or when the same file is imported again', async () => {
    const path = await writeRows(generateCourses(500));
    const options = { path, format: 'ndjson', mapping, onRejected() {} } as const;
    expect(await importCourses(undefined, options)).toMatchObject({ rows: 500 });
    expect(await count()).toBe(0);
    await importCourses([client], options);
    const before = (await client.query('SELECT xmin, id FROM courses ORDER BY id')).rows;
    await importCourses([client], options);
    expect((await client.query('SELECT xmin, id FROM courses ORDER BY id')).rows).toEqual(before);
  });
});

describe('the counts of an import', () => {
  const options = { format: 'ndjson', mapping, onRejected() {} } as const;
  const numbers = async (rows: Iterable<unknown>) => {
    const repeated: [number, number][] = [];
    const path = await writeRows(rows);
    const { added, changed, unchanged, ...progress } = await importCourses([client], {
      ...options,
      path,
      onRepeated: (line, firstLine) => repeated.push([line, firstLine]),
    });
    expect(added + changed + unchanged + progress.repeated + progress.refused).toBe(progress.rows);
    return { added, changed, unchanged, refused: progress.refused, repeated };
  };

  it('distinguish new, changed and unchanged courses, repeated URLs and rejected rows', async () => {
    const courses = [...generateCourses(6)];
    const [first, second, third] = courses;
    expect(await numbers(courses)).toEqual({ added: 6, changed: 0, unchanged: 0, refused: 0, repeated: [] });
    const again = [
      { ...first, title: 'Other' },
      second,
      'no JSON',
      third,
      { ...second, platform: 'Elsewhere' },
    ];
    expect(await numbers([...again, { ...first, title: 'Another' }])).toEqual({
      added: 1,
      changed: 1,
      unchanged: 2,
      refused: 1,
      repeated: [[6, 1]],
    });
    const { rows } = await client.query('SELECT title FROM courses WHERE url = $1', [first?.url]);
    expect(rows).toEqual([{ title: 'Another' }]);
  });

  it('use the spelling of a platform that is in the catalogue, or of its first row', async () => {
    const [first, second, third] = generateCourses(3);
    await numbers([{ ...first, platform: 'edX' }]);
    const spellings = [
      { ...first, platform: 'EDX', title: 'Other' },
      { ...second, platform: 'edx' },
      { ...third, platform: 'New School' },
      { ...third, platform: 'NEW SCHOOL' },
    ];
    expect(await numbers(spellings)).toEqual({
      added: 2,
      changed: 1,
      unchanged: 0,
      refused: 0,
      repeated: [[4, 3]],
    });
    const { rows } = await client.query('SELECT platform FROM courses GROUP BY 1 ORDER BY lower(platform)');
    expect(rows).toEqual([{ platform: 'edX' }, { platform: 'New School' }]);
  });

  it('leave platforms apart that the catalogue already has in two spellings', async () => {
    const courses = [...generateCourses(2)].map((course, at) => ({
      ...course,
      platform: ['Udemy', 'udemy'][at],
    }));
    await writeCourses(client, courses as CourseRow[]);
    expect(await numbers(courses)).toEqual({ added: 0, changed: 0, unchanged: 2, refused: 0, repeated: [] });
  });

  it('include a URL once, also when its rows are in different batches', async () => {
    // More than one batch of 5,000.
    const courses = [...generateCourses(6_000, 5)];
    const later = courses.slice(0, 40).map((course) => ({ ...course, title: 'Written later' }));
    const { repeated, ...counts } = await numbers([...courses, ...later]);
    expect(counts).toEqual({ added: 6_000, changed: 0, unchanged: 0, refused: 0 });
    expect(repeated).toEqual(later.map((_, at) => [6_001 + at, 1 + at]));
    const { rows } = await client.query(
      `SELECT count(*)::int AS n FROM courses WHERE title = 'Written later'`,
    );
    expect(rows).toEqual([{ n: 40 }]);
  });
});

describe('an export', () => {
  const awkward = {
    title: 'Quotes "and", commas',
    description: 'Two\nlines,\r\nand a\u2028third; “curly”, Português, 日本語',
    platform: 'A, B & C',
    url: 'https://a.example/x?y=1,2',
    level: 'All',
    status: 'Paid',
    access: 'financial-aid',
    price: 19.99,
    priceUnit: 'EUR',
    tags: ['C++', 'UX Research', 'Food, drink'],
  };
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', "'=1", "''plain", '\u2014 dash'].map((title, at) => ({
    ...awkward,
    title,
    description: `=HYPERLINK("https://b.example/${at}")`,
    url: `https://b.example/${at}`,
    tags: ['-tag'],
  }));

  async function exported(format: FileFormat): Promise<string> {
    let text = '';
    for await (const piece of exportCourses(client, format)) text += piece;
    return text;
  }

  it.each(fileFormats)(
    'as %s is imported without loss',
    async (format) => {
      const source = await writeRows([awkward, ...formulas, ...generateCourses(3_000)]);
      await importCourses([client], { path: source, format: 'ndjson', mapping, onRejected() {} });
      const text = await exported(format);
      expect(text).toContain(awkward.access);
      await client.query('TRUNCATE courses');
      const path = join(folder, `back.${format}`);
      await writeFile(path, text);
      const refused: string[] = [];
      await importCourses([client], {
        path,
        format,
        mapping,
        onRejected: (_, problem) => refused.push(problem),
      });
      expect(refused).toEqual([]);
      expect(await exported(format)).toBe(text);
      expect(await count()).toBe(3_001 + formulas.length);
      const { rows } = await client.query(
        `SELECT title, description, tags FROM courses WHERE url LIKE 'https://b.example/%' ORDER BY url`,
      );
      expect(rows).toEqual(formulas.map(({ title, description, tags }) => ({ title, description, tags })));
    },
    60_000,
  );

  // ASVS 1.3.3
  it('as csv has no cell that a spreadsheet program runs as a formula', async () => {
    const source = await writeRows(formulas);
    await importCourses([client], { path: source, format: 'ndjson', mapping, onRejected() {} });
    const [names, ...rows] = (await exported('csv')).trimEnd().split('\n');
    expect(names).toMatch(/^\uFEFFtitle,/);
    expect(rows).toHaveLength(formulas.length);
    expect(rows.filter((row) => /(^|,)"?[=+\-@]/.test(row))).toEqual([]);
  });
});
