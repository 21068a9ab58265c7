import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { palette } from '#contracts/palette.ts';
import { courseCover, coverSize } from './course-cover.ts';
import { drawPatches } from './patches.ts';

it('draws the same cover for the same course', () => {
  expect(courseCover({ title: 'Machine Learning' })).toEqual(courseCover({ title: 'Machine Learning' }));
});

it('varies the pattern within a topic and keeps the icon', () => {
  const [one, other] = [courseCover({ title: 'Data Science' }), courseCover({ title: 'Statistics' })];
  expect(one.patches).not.toEqual(other.patches);
  expect(one.icon).toEqual(other.icon);
});

it('takes palette and icon from the topic', () => {
  const cover = courseCover({ title: 'Community Nursing' });
  expect(cover.topic).toBe('health');
  const threads = new Set(cover.patches.flatMap(({ ground, thread }) => [ground, thread]));
  expect([...threads].sort()).toEqual(['clay', 'cotton', 'teal']);
});

it('fills the cover except for the square of the icon', () => {
  expect(courseCover({ title: '' }).patches).toHaveLength(coverSize.columns * coverSize.rows - 1);
});

it('is smaller than 800 bytes after gzip', () => {
  const { patches, icon } = courseCover({ title: 'Introduction to Cybersecurity' });
  const svg = drawPatches([...patches, icon], palette.thread);
  expect(gzipSync(svg).byteLength).toBeLessThan(800);
});
