import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Brand } from '#contracts/site/brand.ts';
import { testBrand } from '#tests/support/product/test-brand.ts';
import { isFrontBuilt, stampBuild } from './front-build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'courselift-front-'));
  mkdirSync(join(root, 'src/pages'), { recursive: true });
  writeFileSync(join(root, 'src/pages/index.astro'), 'one');
  writeFileSync(join(root, 'astro.config.mjs'), '');
});
afterEach(() => rmSync(root, { recursive: true }));

function build(during = () => {}, site = 'http://localhost:4321', brand: Brand = testBrand) {
  const { hooks } = stampBuild(root, brand);
  hooks['astro:config:done']({ config: { site } });
  hooks['astro:build:start']();
  during();
  hooks['astro:build:done']();
}

it('is not built before the first build', () => {
  expect(isFrontBuilt(root, testBrand)).toBe(false);
  build();
  expect(isFrontBuilt(root, testBrand)).toBe(true);
});

it.each([
  ['changed', () => writeFileSync(join(root, 'src/pages/index.astro'), 'two')],
  ['added', () => writeFileSync(join(root, 'src/pages/new.astro'), '')],
  ['removed', () => rmSync(join(root, 'src/pages/index.astro'))],
])('is out of date when a source was %s', (_, change) => {
  build();
  change();
  expect(isFrontBuilt(root, testBrand)).toBe(false);
});

it('is outdated for another site URL only', () => {
  build(() => {}, 'https://courselift.example');
  expect(isFrontBuilt(root, testBrand, 'https://courselift.example/')).toBe(true);
  expect(isFrontBuilt(root, testBrand, 'http://localhost:4321')).toBe(false);
  expect(isFrontBuilt(root, testBrand)).toBe(true);
});

it('is outdated when a source changed during the build', () => {
  build(() => writeFileSync(join(root, 'src/pages/index.astro'), 'during'));
  expect(isFrontBuilt(root, testBrand)).toBe(false);
});

it('ignores a changed modification time', () => {
  build();
  utimesSync(join(root, 'src/pages/index.astro'), new Date(), new Date());
  expect(isFrontBuilt(root, testBrand)).toBe(true);
});

it.each([
  ['another name', { ...testBrand, name: 'Hope Line' }],
  ['a profile elsewhere', { ...testBrand, social: { X: 'https://x.com/hope' } }],
  ['no page about it', { ...testBrand, aboutUrl: undefined }],
])('is outdated for a brand with %s', (_, other) => {
  build(() => {}, undefined, { ...testBrand, aboutUrl: 'https://hope.example/about' });
  expect(isFrontBuilt(root, other)).toBe(false);
});

it('is outdated when the logo is another picture', () => {
  const brand = { ...testBrand, logo: 'logo.svg' };
  writeFileSync(join(root, 'logo.svg'), '<svg/>');
  build(() => {}, undefined, brand);
  expect(isFrontBuilt(root, brand)).toBe(true);
  writeFileSync(join(root, 'logo.svg'), '<svg></svg>');
  expect(isFrontBuilt(root, brand)).toBe(false);
});
