import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtPages } from '../support/pages/built-pages.ts';
import { findUnsupportedStyles } from '../support/rules/style-rules.ts';

/** Fallbacks in a browser without them: each page keeps its content and its commands. */
const optional: Record<string, string> = {
  'css.at-rules.media.forced-colors': 'Safari has no such setting',
  'css.at-rules.view-transition': 'changes pages at once',
  'css.properties.align-content.start': 'is the same as normal where it is used',
  'css.properties.contain-intrinsic-size': 'lays out all cards at once',
  'css.properties.container-type': 'shows a caption as wide as its table',
  'css.properties.content-visibility': 'lays out all cards at once',
  'css.properties.cursor.grab': 'telephones have no pointer',
  'css.properties.cursor.grabbing': 'telephones have no pointer',
  'css.properties.cursor.not-allowed': 'telephones have no pointer',
  'css.properties.cursor.pointer': 'telephones have no pointer',
  'css.properties.cursor.progress': 'telephones have no pointer',
  'css.properties.font-family.ui-monospace': 'takes the next font',
  'css.properties.forced-color-adjust': 'Safari has no such setting',
  'css.properties.interpolate-size': 'opens at once',
  'css.properties.overflow.clip': 'shows corners that are not rounded',
  'css.properties.overscroll-behavior': 'scrolls the page at the end of a list',
  'css.properties.overscroll-behavior-x': 'scrolls the page at the end of a list',
  'css.properties.resize': 'telephones cannot resize fields',
  'css.properties.scrollbar-width': 'shows a scrollbar',
  'css.properties.text-wrap': 'breaks lines less evenly',
  'css.selectors.modal': 'shows a dialog of a server in the page until its script runs',
  'css.selectors.details-content': 'opens at once',
  'css.selectors.selection': 'shows the colour of the system',
  'css.selectors.view-transition-group': 'changes pages at once',
  'css.selectors.view-transition-new': 'changes pages at once',
  'css.selectors.view-transition-old': 'changes pages at once',
  'css.types.length.container_query_length_units': 'shows a caption as wide as its table',
};

const read = (pattern: string, folder: string) =>
  globSync(pattern, { cwd: folder, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'));

it('built styles use what the promised browsers have', async () => {
  const dist = await builtPages();
  const client = join(dist, 'client');
  const inPages = read('**/*.html', client).flatMap((page) => [
    ...page.matchAll(/<style[^>]*>(.*?)<\/style>/gs),
  ]);
  // Pages that are rendered on request have small styles in the server.
  const inServer = read('entry.mjs', join(dist, 'server')).flatMap((code) => [
    ...code.matchAll(/"type":"inline","content":"((?:\\.|[^"\\])*)"/g),
  ]);
  expect([inPages.length > 0, inServer.length > 0]).toEqual([true, true]);
  const texts = [
    ...read('**/*.css', client),
    ...inPages.map(([, style = '']) => style),
    ...inServer.map(([, text]) => JSON.parse(`"${text}"`) as string),
  ];
  const uses = new Map(texts.flatMap(findUnsupportedStyles).map((use) => [use.feature, use]));
  expect([...uses.values()].filter(({ feature }) => !(feature in optional))).toEqual([]);
  expect(Object.keys(optional).filter((feature) => !uses.has(feature))).toEqual([]);
});
