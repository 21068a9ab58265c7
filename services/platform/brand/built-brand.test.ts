import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readStartSettings } from '../config.ts';
import { toBrand } from './brand-settings.ts';
import { assertBuiltBrand, shownBrand } from './built-brand.ts';

let pages: string;
beforeEach(() => {
  pages = mkdtempSync(join(tmpdir(), 'courselift-brand-'));
});
afterEach(() => rmSync(pages, { recursive: true }));

const brandOf = (settings: Record<string, string>) => toBrand(readStartSettings(settings)).brand;

function start(built: Record<string, string>, own: Record<string, string>) {
  writeFileSync(join(pages, 'brand.json'), JSON.stringify(shownBrand(brandOf(built))));
  return () => assertBuiltBrand(brandOf(own), pages);
}

const hope = { BRAND_NAME: 'Hope Line', BRAND_CONTACT_EMAIL: 'us@hope.org', BRAND_ACCENT: '#7A1F5C' };

it('accepts pages of the same brand, and a folder without pages', () => {
  expect(start(hope, { ...hope, BRAND_ACCENT: '#7a1f5c', BRAND_LEGAL_NAME: 'Hope Line' })).not.toThrow();
  expect(() => assertBuiltBrand(brandOf({}), join(pages, 'none'))).not.toThrow();
});

it('leaves what pages do not show to each process', () => {
  const own = { ...hope, BRAND_RECEIPT_FOOTER: 'Charity 1', MAIL_FROM: 'no-reply@hope.org' };
  expect(start(hope, own)).not.toThrow();
});

it.each([
  [{ ...hope, BRAND_TAGLINE: 'Courses' }, 'BRAND_TAGLINE'],
  [{ ...hope, BRAND_X_URL: 'https://x.com/hope', BRAND_LOGO: 'a.svg' }, 'BRAND_X_URL, BRAND_LOGO'],
  [{ ...hope, BRAND_ACCENT: '' }, 'BRAND_ACCENT'],
])('refuses others in one sentence that names the settings', (own: Record<string, string>, names) => {
  expect(start(hope, own)).toThrow(
    `Configuration: the pages were built with another ${names}; build them again with the settings of this process (npm run build), or give it theirs.`,
  );
});
