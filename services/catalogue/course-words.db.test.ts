import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { seededRandom } from './generate-courses.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

it.each([
  ['Hands-on  History,  in Práctice ', 'hands on history in practice'],
  ['C++ and C#, ASP.NET, Node.js', 'cpp and csharp asp dotnet nodejs'],
  ['c++++ # +', 'cpp'],
  ["Don’t, don't", 'dont dont'],
  [
    "L'entrepreneuriat, d’Été, qu'on, CS50's, O’Reilly, aujourd'hui",
    'l entrepreneuriat d ete qu on cs50s oreilly aujourdhui',
  ],
  ['ﬁne ½ Σ\u0301 İstanbul', 'fine 1 2 σ istanbul'],
  ['one\u001ftwo\n\tthree', 'one two three'],
  ['.', ''],
])('normalizes %j to %j', async (given, words) => {
  const { rows } = await client.query('SELECT course_words($1) AS words', [given]);
  expect(rows).toEqual([{ words }]);
});

const pieces = [
  ...[
    'a',
    'd',
    'Z',
    'É',
    'e\u0301',
    '\u0301',
    ' ',
    '  ',
    '.',
    '.net',
    '.js',
    'c++',
    'C#',
    '+',
    '#',
    "'",
    '’',
    '-',
  ],
  ...['\u001f', '\n', 'ß', 'ﬁ', '日本', '½', ', ', 'word', '\u00a0', ''],
];

it('normalizes a list of texts exactly like each text alone', async () => {
  const random = seededRandom(11);
  const pick = () => pieces[Math.floor(random() * pieces.length)] ?? '';
  const text = () => Array.from({ length: Math.floor(random() * 8) }, pick).join('');
  const lists = Array.from({ length: 1_500 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 5) }, text),
  );
  const { rows } = await client.query(
    `SELECT array_to_json(given) AS given, course_words_each(given) AS together, alone
     FROM json_array_elements($1) AS list,
     LATERAL (SELECT coalesce(array_agg(one ORDER BY at), '{}') AS given,
       coalesce(array_agg(course_words(one) ORDER BY at), '{}') AS alone
       FROM json_array_elements_text(list) WITH ORDINALITY AS t (one, at)) AS each
     WHERE course_words_each(given) IS DISTINCT FROM alone`,
    [JSON.stringify([[], ...lists])],
  );
  expect(rows).toEqual([]);
});
