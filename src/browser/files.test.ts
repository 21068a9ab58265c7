import { expect, it } from 'vitest';
import { profilePictureFile as rule } from '#contracts/accounts/person.ts';
import { checkFile } from './files.ts';

const png = (bytes: number) => new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' });

it('accepts a picture of exactly the maximum size and rejects one byte more', () => {
  expect(checkFile(rule, png(512_000))).toBeUndefined();
  expect(checkFile(rule, png(512_001))).toBe('Please select an image less than 500KB.');
});

it('requires a file of an allowed type', () => {
  expect(checkFile(rule, undefined)).toBe('Profile picture is required.');
  expect(checkFile(rule, new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' }))).toBe(rule.wrongType);
});
