import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { courseCover, coverClass, coverPatterns } from './course-cover.ts';
import { courseTopics, coverStyles } from './cover-styles.ts';
import { drawSprite } from './sprite/draw-sprite.ts';

const sprite = drawSprite();
const css = coverStyles();
const tokens = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8');

it('chooses the same cover for the same course', () => {
  expect(courseCover({ title: 'Machine Learning' })).toEqual(courseCover({ title: 'Machine Learning' }));
});

it('varies pattern and colours within a topic', () => {
  const titles = Array.from({ length: 50 }, (_, index) => `Data Science ${index}: Statistics`);
  const covers = titles.map((title) => courseCover({ title }));
  expect(new Set(covers.map(({ topic }) => topic))).toEqual(new Set(['data']));
  expect(new Set(covers.map(({ pattern, omitted }) => `${pattern} ${omitted}`)).size).toBeGreaterThan(20);
});

it('refers to drawings of the sprite and to colours of the stylesheet only', () => {
  const ids = [...sprite.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining([...courseTopics]));
  for (let pattern = 0; pattern < coverPatterns; pattern += 1) expect(ids).toContain(`cover-${pattern}`);
  for (const topic of courseTopics)
    for (const omitted of [0, 1, 2, 3]) {
      const [, , ...classes] = coverClass({ topic, omitted, pattern: 0 }).split(' ');
      for (const name of classes) expect(css).toContain(`.${name} {`);
    }
  const used = new Set([...sprite.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  for (const name of used)
    expect(tokens.includes(` ${name}: `) || css.includes(` ${name}: var(`), name).toBe(true);
});
