import { expect, it } from 'vitest';
import { addPreloads } from './chunks.ts';

const imports = new Map([
  ['/a.js', ['/b.js']],
  ['/b.js', ['/c.js', '/react.js']],
  ['/c.js', ['/b.js']],
  ['/react.js', []],
  ['/later.js', ['/d.js']],
]);
const page = (client: string, component = '/a.js') =>
  `<head></head><astro-island uid="1" component-url="${component}" component-export="A" renderer-url="/react.js" props="{}" ssr client="${client}" opts="{}"></astro-island>`;
const linksOf = (html: string) =>
  [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, href]) => href);

it('names every script of an island once, in the head', () => {
  const html = addPreloads(page('only'), imports);
  expect(linksOf(html)).toEqual(['/a.js', '/b.js', '/c.js', '/react.js']);
  expect(html.indexOf('modulepreload')).toBeLessThan(html.indexOf('</head>'));
});

it('names no script of an island that waits until it is seen', () => {
  expect(linksOf(addPreloads(page('visible', '/later.js'), imports))).toEqual([]);
});
