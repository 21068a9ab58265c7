import { fallbackMetrics } from './fallback-metrics.ts';

type WebFont = keyof typeof fallbackMetrics;

/** A font of the reader's device that is shown until a web font has loaded. */
export interface FallbackFont {
  /** Part of the generated family name. */
  name: keyof (typeof fallbackMetrics)[WebFont];
  /** Full names and PostScript names for `local()`; the first one that the device has is used. */
  regular: readonly string[];
  bold: readonly string[];
}

/**
 * The fallback fonts, in the order of the font stack. Each becomes a family of its own, because all `local()` sources of one `@font-face` share one set of metrics. Arial, Helvetica, Liberation Sans and
 * Arimo have the same widths and share a family.
 * @internal A script measures them.
 */
export const fallbackFonts: readonly FallbackFont[] = [
  {
    name: 'Arial',
    regular: [
      'Arial',
      'ArialMT',
      'Liberation Sans',
      'LiberationSans',
      'Arimo',
      'Arimo Regular',
      'Arimo-Regular',
      'Helvetica',
    ],
    bold: [
      'Arial Bold',
      'Arial-BoldMT',
      'Liberation Sans Bold',
      'LiberationSans-Bold',
      'Arimo Bold',
      'Arimo-Bold',
      'Helvetica Bold',
      'Helvetica-Bold',
    ],
  },
  {
    name: 'Helvetica Neue',
    regular: ['Helvetica Neue', 'HelveticaNeue'],
    bold: ['Helvetica Neue Bold', 'HelveticaNeue-Bold'],
  },
  {
    name: 'Roboto',
    regular: ['Roboto', 'Roboto Regular', 'Roboto-Regular'],
    // Newer Androids have one variable file, which `local()` finds only by the name of its regular weight.
    bold: ['Roboto Bold', 'Roboto-Bold', 'Roboto', 'Roboto Regular', 'Roboto-Regular'],
  },
  {
    name: 'Noto Sans',
    regular: ['Noto Sans', 'Noto Sans Regular', 'NotoSans-Regular', 'NotoSans'],
    bold: ['Noto Sans Bold', 'NotoSans-Bold'],
  },
  {
    name: 'DejaVu Sans',
    regular: ['DejaVu Sans', 'DejaVuSans'],
    bold: ['DejaVu Sans Bold', 'DejaVuSans-Bold'],
  },
];

/** Returns the names of the families that replace a web font while it loads, on devices with one of the fallback fonts. */
export function fallbackFamilies(webFont: WebFont): string[] {
  return fallbackFonts.map(({ name }) => `${webFont} fallback ${name}`);
}

const weights = { regular: '1 549', bold: '550 1000' } as const;

/** Returns the `@font-face` rules of all fallback fonts, with one for lighter and one for bolder text. */
export function fallbackFontFaces(): string {
  const webFonts = Object.keys(fallbackMetrics) as WebFont[];
  const faces = webFonts.flatMap((webFont) =>
    fallbackFonts.flatMap((font) =>
      (['regular', 'bold'] as const).map((style) => {
        const [size, ascent, descent] = fallbackMetrics[webFont][font.name][style];
        return `@font-face {
  font-family: "${webFont} fallback ${font.name}";
  font-weight: ${weights[style]};
  src: ${font[style].map((name) => `local("${name}")`).join(', ')};
  size-adjust: ${size}%;
  ascent-override: ${ascent}%;
  descent-override: ${descent}%;
  line-gap-override: 0%;
}`;
      }),
    ),
  );
  return faces.join('\n');
}

/** Returns the rules of pages that use less data: the fallback fonts alone. A font that no rule names is not loaded. */
export function lessDataFonts(): string {
  const families = (webFont: WebFont) =>
    [...fallbackFamilies(webFont).map((name) => `"${name}"`), 'sans-serif'].join(', ');
  return `:root[data-less] {
  --face-text: ${families('Figtree')};
  --face-display: ${families('Bricolage Grotesque')};
}`;
}
