import { expect, it } from 'vitest';
import { palette } from '#contracts/site/palette.ts';
import { clothPatches, drawPatches, staircase } from './patches.ts';

it('adds one square per strip', () => {
  // 1 + 2 + 3 + 4 squares; the top of each strip is rounded and has no ground.
  const patches = staircase('kente', 4);
  expect(patches).toHaveLength(10);
  expect(patches.filter((patch) => !patch.ground)).toHaveLength(4);
});

it('colours the highest step saffron', () => {
  const tops = staircase('kente', 5).filter((patch) => !patch.ground);
  expect(tops.map(({ thread }) => thread)).toEqual(['indigo', 'teal', 'indigo', 'teal', 'saffron']);
});

it('returns one patch per square', () => {
  expect(clothPatches('selvedge', 6, 2)).toHaveLength(12);
});

it('draws patches in fixed colours', () => {
  const svg = drawPatches(clothPatches('kente', 1, 1), palette.thread);
  expect(svg).toMatch(
    /^<g transform="translate\(0 0\).*<path fill="#\w{6}" shape-rendering.*fill-rule="evenodd"/,
  );
});
