import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawIcon, icoFile } from './drawn-pictures.ts';

it('holds one picture of the given size, where its directory says', async () => {
  const ico = icoFile(await drawIcon({ size: 48, isMaskable: false }, undefined), 48);
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico[6], ico[7]]).toEqual([1, 1, 48, 48]);
  const [length, start] = [ico.readUInt32LE(14), ico.readUInt32LE(18)];
  expect(start + length).toBe(ico.length);
  const { format, width, height } = await sharp(ico.subarray(start)).metadata();
  expect([format, width, height]).toEqual(['png', 48, 48]);
});
