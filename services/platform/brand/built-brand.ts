import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from '#contracts/site/brand.ts';
import { ConfigError } from '../config.ts';

/** File of the built pages that names the brand they show. */
export const builtBrandFile = 'brand.json';

/** Returns the addresses of a brand by their settings; those that are not set are left out. */
export function brandAddresses({ email, aboutUrl, social }: Brand): Record<string, string> {
  const addresses = {
    BRAND_CONTACT_EMAIL: email.contact,
    BRAND_SUPPORT_EMAIL: email.support,
    BRAND_ABOUT_URL: aboutUrl,
    BRAND_X_URL: social.X,
    BRAND_LINKEDIN_URL: social.LinkedIn,
    BRAND_FACEBOOK_URL: social.Facebook,
  };
  return Object.fromEntries(
    Object.entries(addresses).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** Returns what pages show of a brand, by setting; {@link builtBrandFile} has it as JSON. */
export function shownBrand(brand: Brand): Record<string, string> {
  return {
    BRAND_NAME: brand.name,
    BRAND_LEGAL_NAME: brand.legalName,
    BRAND_TAGLINE: brand.tagline,
    BRAND_COPYRIGHT_YEAR: String(brand.copyrightYear),
    ...brandAddresses(brand),
    ...(brand.logo && { BRAND_LOGO: brand.logo }),
    ...(brand.accent && { BRAND_ACCENT: brand.accent }),
  };
}

/** Whether the pages in a folder show this brand; also where the folder has no pages. */
export const isBuiltFor = (brand: Brand, pagesDir: string): boolean =>
  differingSettings(brand, pagesDir).length === 0;

/** @throws {ConfigError} that names the settings in which a brand differs from that of the built pages. */
export function assertBuiltBrand(brand: Brand, pagesDir: string): void {
  const names = differingSettings(brand, pagesDir);
  if (names.length === 0) return;
  throw new ConfigError(
    `Configuration: the pages were built with another ${names.join(', ')}; build them again with the settings of this process (npm run build), or give it theirs.`,
  );
}

function differingSettings(brand: Brand, pagesDir: string): string[] {
  const file = join(pagesDir, builtBrandFile);
  if (!existsSync(file)) return [];
  const built = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const own = shownBrand(brand);
  return [...new Set([...Object.keys(own), ...Object.keys(built)])].filter(
    (name) => own[name] !== built[name],
  );
}
