import { palette } from '#contracts/site/palette.ts';
import { contrastOf, fromHex, toHex } from './oklch.ts';

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
