import { expect, it } from 'vitest';
import { addPreloads } from './add-preloads.ts';
import { filesToPreload } from './chunks.ts';

const imports = {
  '/a.js': ['/b.js'],
  '/b.js': ['/c.js', '/react.js'],
  '/c.js': ['/b.js'],
  '/react.js': [],
  '/later.js': ['/d.js'],
};
const page = (client: string, component = '/a.js') =>
  `<head></head><astro-island uid="1" component-url="${component}" component-export="A" renderer-url="/react.js" props="{}" ssr client="${client}" opts="{}"></astro-island>`;
const linksOf = (html: string) =>
  [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, href]) => href);

it('names every script of an island once, in the head', () => {
  const html = addPreloads(page('only'), imports);
  expect(linksOf(html)).toEqual(['/a.js', '/b.js', '/c.js', '/react.js']);
  expect(html.indexOf('modulepreload')).toBeLessThan(html.indexOf('</head>'));
});

it('starts React as a script of its own', () => {
  expect(addPreloads(page('load'), { '/a.js': ['/_astro/react.1a-b.js'] })).toContain(
    '<script type="module" async src="/_astro/react.1a-b.js"></script>',
  );
});

it('names no script of an island that waits until it is seen', () => {
  expect(linksOf(addPreloads(page('visible', '/later.js'), imports))).toEqual([]);
});

it('preloads on demand what islands do not have anyway, and for other scripts all', () => {
  const names = ['react.1a-b.js', 'mount-island.2c.js', 'UploadModal.3d.js', 'islands.4e.css'].map(
    (name) => `_astro/${name}`,
  );
  expect(filesToPreload(names, '_astro/LearnerView.5f.js')).toEqual(names.slice(2));
  expect(filesToPreload(names, '_astro/Layout.astro_astro_type_script_index_0_lang.6a.js')).toEqual(names);
});
