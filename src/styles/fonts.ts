import { fontProviders } from 'astro/config';
import { fallbackFamilies } from './fallback-fonts.ts';

type Range = [string, ...string[]];

const latin: Range = [
  'U+0000-00FF',
  'U+0131',
  'U+0152-0153',
  'U+02BB-02BC',
  'U+02C6',
  'U+02DA',
  'U+02DC',
  'U+0304',
  'U+0308',
  'U+0329',
  'U+2000-206F',
  'U+20AC',
  'U+2122',
  'U+2191',
  'U+2193',
  'U+2212',
  'U+FFFD',
];
const latinExtended: Range = [
  'U+0100-0130',
  'U+0132-0151',
  'U+0154-02BA',
  'U+02BD-02C5',
  'U+02C7-02CC',
  'U+1E00-1E9F',
  'U+2C60-2C7F',
  'U+A720-A7FF',
];
/** Currency symbols, among them the naira. */
const currencies: Range = ['U+20A0-20AB', 'U+20AD-20C0'];
/** Letters with dots below, as in Yoruba and Igbo names. */
const dotted: Range = ['U+1EA0-1EF9'];

/** The first file of each web font and its further subsets, as `file:` URLs. */
export const webFontFiles = {
  text: import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
  textExtended: import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2'),
  display: import.meta.resolve(
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  ),
  displayExtended: import.meta.resolve(
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-ext-wght-normal.woff2',
  ),
  displayDotted: import.meta.resolve(
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-vietnamese-wght-normal.woff2',
  ),
};

// Every subset of a family declares the same weights; the browser treats different ones as separate faces.
function family(
  cssVariable: string,
  name: Parameters<typeof fallbackFamilies>[0],
  claims: string,
  parts: [string, Range][],
) {
  const [first, ...rest] = parts.map(([src, unicodeRange]) => ({
    src: [src] as [string],
    weight: claims,
    style: 'normal' as const,
    unicodeRange,
  }));
  if (!first) throw new Error(`${name} has no files.`);
  return {
    provider: fontProviders.local(),
    name,
    cssVariable,
    // Astro generates a fallback face for Arial only; fallback-fonts.ts has one for each fallback font.
    optimizedFallbacks: false,
    fallbacks: [...fallbackFamilies(name), 'sans-serif'],
    options: { variants: [first, ...rest] },
  };
}

/**
 * The two typefaces of the product: variable fonts, self-hosted, in subsets that load when a page uses their
 * characters. The first subset of each is preloaded. Figtree has neither ₦ nor dotted letters, so it takes them from
 * Bricolage Grotesque instead of a font of the device.
 */
export const fonts = [
  family('--face-text', 'Figtree', '300 900', [
    [webFontFiles.text, latin],
    [webFontFiles.textExtended, latinExtended],
    [webFontFiles.displayExtended, currencies],
    [webFontFiles.displayDotted, dotted],
  ]),
  family('--face-display', 'Bricolage Grotesque', '200 800', [
    [webFontFiles.display, latin],
    [webFontFiles.displayExtended, [...latinExtended, ...currencies]],
    [webFontFiles.displayDotted, dotted],
  ]),
];
