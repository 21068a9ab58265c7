import { palette } from '#contracts/site/palette.ts';

/** The tokens of interactive elements in one theme, as `#rrggbb`. */
type AccentTones = Record<'primary' | 'primaryStrong' | 'primarySoft' | 'onPrimary', string>;

/** Of WCAG 2.2 for text. */
const leastContrast = 4.5;

/**
 * Returns the colours of interactive elements for an accent colour `#rrggbb`: itself in the light theme, and its hue with the
 * lightness of `tokens.css` everywhere else. Without one, those of `tokens.css`.
 */
export function accentColours(accent: string | undefined): Record<'light' | 'dark', AccentTones> {
  if (!accent) return palette;
  const { lightness, chroma, hue } = fromHex(accent);
  const tone = (value: number, most: number) =>
    toHex({ lightness: value, chroma: Math.min(chroma, most), hue });
  return {
    light: {
      primary: accent,
      primaryStrong: tone(Math.max(0, lightness - 0.07), chroma),
      primarySoft: tone(0.938, 0.034),
      onPrimary: tone(0.99, 0.006),
    },
    dark: {
      primary: tone(0.815, 0.115),
      primaryStrong: tone(0.875, 0.105),
      primarySoft: tone(0.3, 0.05),
      onPrimary: tone(0.2, 0.04),
    },
  };
}

/** Returns why an accent colour cannot be read, with its ratio; undefined when text in it has enough contrast in both themes. */
export function findAccentProblem(accent: string): string | undefined {
  const colours = accentColours(accent);
  for (const theme of ['light', 'dark'] as const) {
    const { primary, primaryStrong, primarySoft, onPrimary } = colours[theme];
    const { paper, paperRaised, paperSunk } = palette[theme];
    const pairs = [
      ...[paper, paperRaised, paperSunk, primarySoft].map((ground) => [primary, ground] as const),
      [primaryStrong, primarySoft] as const,
      [onPrimary, primary] as const,
    ];
    const worst = Math.min(...pairs.map(([text, ground]) => contrastOf(text, ground)));
    if (worst < leastContrast)
      // Rounded down, so that a colour that fails is never said to have 4.50.
      return `has a contrast of ${(Math.floor(worst * 100) / 100).toFixed(2)} in the ${theme} theme, where ${leastContrast} is needed (WCAG AA): choose a ${theme === 'light' ? 'darker' : 'lighter'} colour`;
  }
  return undefined;
}

/** A colour of CSS Color 4: lightness from 0 to 1, chroma from 0, hue in degrees. */
export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

type Triple = readonly [number, number, number];

/** Converts to sRGB as `#rrggbb`; what lies outside of sRGB is clipped. @internal For its test. */
export function toHex({ lightness, chroma, hue }: Oklch): string {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear: Triple = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const bytes = linear.map((value) => {
    const inside = Math.min(1, Math.max(0, value));
    const encoded = inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255);
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Converts from sRGB as `#rrggbb`. @internal For its test. */
export function fromHex(hex: string): Oklch {
  const [red, green, blue] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}

/** Returns the contrast ratio of two colours as `#rrggbb`, from 1 to 21 (WCAG 2.2). @internal For its test. */
export function contrastOf(foreground: string, background: string): number {
  const [brighter = 0, darker = 0] = [luminanceOf(foreground), luminanceOf(background)].toSorted(
    (a, b) => b - a,
  );
  return (brighter + 0.05) / (darker + 0.05);
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = linearOf(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearOf(hex: string): Triple {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return [red, green, blue];
}
