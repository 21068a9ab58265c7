import { expect, it } from 'vitest';
import { splitCsv } from './split-csv.ts';

async function rowsOf(text: string) {
  async function* lines() {
    yield* text.split('\n');
  }
  const rows = [];
  for await (const { line, cells, problem } of splitCsv(lines())) rows.push([line, problem ? 'bad' : cells]);
  return rows;
}

it.each([
  ['a,b', [[1, ['a', 'b']]]],
  [
    'a,\n\nb,c',
    [
      [1, ['a', '']],
      [3, ['b', 'c']],
    ],
  ],
  ['"a, ""b""",c', [[1, ['a, "b"', 'c']]]],
  [
    '"two\nlines",c\nd,e',
    [
      [1, ['two\nlines', 'c']],
      [3, ['d', 'e']],
    ],
  ],
  ['"",c', [[1, ['', 'c']]]],
  [
    'a,"b"\r\n\r\n"kept\r\nas it is","c"\r\n',
    [
      [1, ['a', 'b']],
      [3, ['kept\r\nas it is', 'c']],
    ],
  ],
])('reads %j', async (text, rows) => {
  expect(await rowsOf(text)).toEqual(rows);
});

it('rejects only the line whose quotes do not match', async () => {
  expect(await rowsOf('1,a\n2,"b"",x\n3,c\n4,"d, e"\n5,f')).toEqual([
    [1, ['1', 'a']],
    [2, 'bad'],
    [3, ['3', 'c']],
    [4, ['4', 'd, e']],
    [5, ['5', 'f']],
  ]);
  expect(await rowsOf('1,"never closed\n2,b')).toEqual([
    [1, 'bad'],
    [2, ['2', 'b']],
  ]);
});
