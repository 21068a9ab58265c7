import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { palette } from '#contracts/site/palette.ts';
import { accentColours, contrastOf, findAccentProblem, fromHex, toHex } from './accent-colours.ts';

const colour = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

it('accepts no colour in which text is hard to read, in either theme', () => {
  let accepted = 0;
  fc.assert(
    fc.property(colour, (accent) => {
      if (findAccentProblem(accent)) return;
      accepted += 1;
      const colours = accentColours(accent);
      for (const theme of ['light', 'dark'] as const) {
        const { primary, primaryStrong, primarySoft, onPrimary } = colours[theme];
        for (const ground of [
          palette[theme].paper,
          palette[theme].paperRaised,
          palette[theme].paperSunk,
          primarySoft,
        ])
          expect(contrastOf(primary, ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(primaryStrong, primarySoft)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(onPrimary, primary)).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 2_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});

it.each(['#000000', '#7a1f5c', '#00408a', '#8b1a1a', '#006055'])('accepts %s', (accent) => {
  expect(findAccentProblem(accent)).toBeUndefined();
  expect(accentColours(accent).light.primary).toBe(accent);
});

it.each([
  ['#ffffff', '1.00'],
  ['#7fdbca', '1.37'],
])('refuses %s with its ratio %s', (accent, ratio) => {
  expect(findAccentProblem(accent)).toContain(
    `has a contrast of ${ratio} in the light theme, where 4.5 is needed`,
  );
});

it('converts every colour there and back', () => {
  fc.assert(fc.property(colour, (hex) => toHex(fromHex(hex)) === hex));
});

// WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#767676', 4.54],
  ['#ff0000', '#ffffff', 4],
])('says how %s and %s contrast', (foreground, background, ratio) => {
  expect(contrastOf(foreground, background)).toBeCloseTo(ratio, 1);
  expect(contrastOf(background, foreground)).toBe(contrastOf(foreground, background));
});
