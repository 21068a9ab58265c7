/** A font of the reader's device that is shown until a web font has loaded. */
export interface FallbackFont {
  /** Part of the generated family name. */
  name: string;
  /** Full names and PostScript names for `local()`; the first one that the device has is used. */
  regular: readonly string[];
  bold: readonly string[];
}

/**
 * The fallback fonts, in the order of the font stack. Each becomes a family of its own in `fallback-faces.css`,
 * because all `local()` sources of one `@font-face` share one set of metrics. Arial, Helvetica, Liberation Sans and
 * Arimo have the same widths and share a family.
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

/** Returns the name of the family that replaces a web font while it loads, on devices with this fallback font. */
export function fallbackFamily(webFont: string, { name }: FallbackFont): string {
  return `${webFont} fallback ${name}`;
}
