import { expect, it } from 'vitest';
import { listShell } from './service-worker.ts';

it('the shell has the files of the page for missing connections and the scripts of every island, each once', () => {
  const html = '<link href="/_astro/Layout.1.css"><script src="/_astro/Layout.2.js"></script>';
  const imports = {
    '/_astro/Layout.2.js': ['/_astro/every-page.3.js'],
    '/_astro/every-page.3.js': ['/_astro/rolldown-runtime.4.js'],
    '/_astro/react.5.js': ['/_astro/rolldown-runtime.4.js'],
    '/_astro/rolldown-runtime.4.js': [],
    '/_astro/Dashboard.6.js': ['/_astro/react.5.js'],
  };
  expect(listShell(html, imports)).toEqual([
    '/_astro/Layout.1.css',
    '/_astro/Layout.2.js',
    '/_astro/every-page.3.js',
    '/_astro/rolldown-runtime.4.js',
    '/_astro/react.5.js',
  ]);
});
