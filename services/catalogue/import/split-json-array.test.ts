import { expect, it } from 'vitest';
import { splitJsonArray } from './split-json-array.ts';

async function elementsOf(text: string) {
  async function* bytes() {
    for (const byte of Buffer.from(text)) yield Buffer.from([byte]);
  }
  const elements = [];
  for await (const { line, text: element, problem } of splitJsonArray(bytes()))
    elements.push([line, problem ?? element.trim()]);
  return elements;
}

it('splits an array into its elements', async () => {
  expect(await elementsOf('\uFEFF [{"a": "], [\\""},\n [1, {"b": 2}], "ç"]\n')).toEqual([
    [1, '{"a": "], [\\""}'],
    [2, '[1, {"b": 2}]'],
    [2, '"ç"'],
  ]);
});

it.each(['{"courses": [{}]}', 'title,url\na,b', '"text"'])(
  'reports that %j is not an array',
  async (text) => {
    expect(await elementsOf(text)).toEqual([[1, 'The file is no JSON array.']]);
  },
);

it.each(['[{"a": 1},\n{"b"', '[{"a": 1},\n'])('reports that %j is incomplete', async (text) => {
  expect(await elementsOf(text)).toEqual([
    [1, '{"a": 1}'],
    [2, 'The file ends before its list does.'],
  ]);
});
