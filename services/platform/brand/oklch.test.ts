import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { contrastOf, fromHex, toHex } from './oklch.ts';

const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
const colour = fc.tuple(channel, channel, channel).map((channels) => `#${channels.join('')}`);

it('converts every colour there and back', () => {
  fc.assert(fc.property(colour, (hex) => toHex(fromHex(hex)) === hex));
});

// WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#767676', 4.54],
  ['#ff0000', '#ffffff', 4],
])('says how %s and %s contrast', (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 1);
  expect(contrastOf(other, one)).toBe(contrastOf(one, other));
});
