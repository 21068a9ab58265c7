import { describe, expect, it } from 'vitest';
import { findUnsupportedStyles } from './style-rules.ts';

const featuresOf = (css: string) => findUnsupportedStyles(css).map(({ feature }) => feature);

describe('a style that a promised browser lacks', () => {
  it.each([
    ['a{color:oklch(.5 .1 180)}', 'css.types.color.oklch'],
    [':root{--ink:oklch(.5 .1 180)}', 'css.types.color.oklch'],
    ['a{background:color-mix(in oklab,red 16%,transparent)}', 'css.types.color.color-mix'],
    [':root{--ink:light-dark(#000,#fff)}', 'css.types.color.light-dark'],
    [
      '.modal::backdrop{background:var(--backdrop)}',
      'css.selectors.backdrop.inherit_from_originating_element',
    ],
    ['dialog:modal{color:red}', 'css.selectors.modal'],
    ['@media (width<=48em){a{color:red}}', 'css.at-rules.media.range_syntax'],
    ['@media (min-width:1em){@media (width>=48em){a{color:red}}}', 'css.at-rules.media.range_syntax'],
    ['a{height:calc(100dvh - 1rem)}', 'css.types.length.viewport_percentage_units_dynamic'],
    ['a{color:red;& b{color:blue}}', 'css.selectors.nesting'],
    ['@starting-style{a{opacity:0}}', 'css.at-rules.starting-style'],
    ['a{field-sizing:content}', 'css.properties.field-sizing'],
  ])('is found in %s', (css, feature) => {
    expect(featuresOf(css)).toContain(feature);
  });

  it.each([
    'a{height:100vh;height:100dvh}',
    '@supports (height:100dvh){:root{--screen:100dvh}}',
    'a{color:#123;color:oklch(.5 .1 180)}',
    '.modal::backdrop{background:#0009}',
    '@media (min-width:48em){a::before{content:"dvh: 100dvh{"}}',
    'a:has(b){inset:0;translate:0 1px}',
  ])('is not found in %s', (css) => {
    expect(featuresOf(css)).toEqual([]);
  });
});
