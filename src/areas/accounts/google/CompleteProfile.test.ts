import { expect, it } from 'vitest';
import { googlePicture } from './CompleteProfile.tsx';

it.each([
  ['https://lh3.googleusercontent.com/a/me=s96-c', true],
  ['https://lh3.googleusercontent.com.evil.example/a', false],
  ['http://lh3.googleusercontent.com/a', false],
  ['https://pictures.example/me.png', false],
  ['javascript:alert(1)', false],
  [null, false],
])('%s is shown: %s', (url, isShown) => {
  expect(googlePicture(url) !== null).toBe(isShown);
});
