import { expect, it } from 'vitest';
import { profilePictureFile as rule } from '#contracts/accounts.ts';
import { checkFile } from './check-file.ts';

const png = (bytes: number) => new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' });

it('passes a picture of exactly the limit, and not one byte more', () => {
  expect(checkFile(rule, png(512_000))).toBeUndefined();
  expect(checkFile(rule, png(512_001))).toBe('Please select an image less than 500KB.');
});

it('asks for a picture, and for one of the types', () => {
  expect(checkFile(rule, undefined)).toBe('Profile picture is required.');
  expect(checkFile(rule, new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' }))).toBe(rule.wrongType);
});
