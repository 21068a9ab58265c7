import { expect, it } from 'vitest';
import { longestRow, splitLines } from './split-lines.ts';

async function linesOf(...chunks: Buffer[]) {
  async function* bytes() {
    yield* chunks;
  }
  const lines = [];
  for await (const line of splitLines(bytes())) lines.push(line);
  return lines;
}

it('takes a line feed alone as the end of a line', async () => {
  expect(await linesOf(Buffer.from('\uFEFFa\u2028b\r\nc\n\nd'))).toEqual(['a\u2028b\r', 'c', '', 'd']);
});

it('puts together what was cut in the middle of a sign', async () => {
  const bytes = Buffer.from('Português\nç');
  const cut = Array.from(bytes, (byte) => Buffer.from([byte]));
  expect(await linesOf(...cut)).toEqual(['Português', 'ç']);
});

it('holds no more of an endless line than a row may have', async () => {
  const chunk = Buffer.alloc(longestRow, 'a');
  const lines = await linesOf(chunk, chunk, chunk, Buffer.from('\nb'));
  expect(lines.map((line) => line.length)).toEqual([longestRow, 1]);
});
