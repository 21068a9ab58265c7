import { expect, it } from 'vitest';
import { longestRow, splitLines } from './read-bytes.ts';

async function linesOf(...chunks: Buffer[]) {
  async function* bytes() {
    yield* chunks;
  }
  const lines = [];
  for await (const line of splitLines(bytes())) lines.push(line);
  return lines;
}

it('ends a line only at a line feed', async () => {
  expect(await linesOf(Buffer.from('\uFEFFa\u2028b\r\nc\n\nd'))).toEqual(['a\u2028b\r', 'c', '', 'd']);
});

it('decodes characters that are split across chunks', async () => {
  const bytes = Buffer.from('Português\nç');
  const cut = Array.from(bytes, (byte) => Buffer.from([byte]));
  expect(await linesOf(...cut)).toEqual(['Português', 'ç']);
});

it('truncates a line at the maximum row length', async () => {
  const chunk = Buffer.alloc(longestRow, 'a');
  const lines = await linesOf(chunk, chunk, chunk, Buffer.from('\nb'));
  expect(lines.map((line) => line.length)).toEqual([longestRow, 1]);
});
