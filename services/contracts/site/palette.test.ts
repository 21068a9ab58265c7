import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { palette } from './palette.ts';

const tokens = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8');

// Conversion of CSS Color 4: oklch to oklab to linear sRGB to sRGB.
function toHex(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
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

const colours = Object.entries(palette).flatMap(([theme, named]) =>
  Object.entries(named).map(([name, colour]) => ({ theme, name, colour })),
);

it.each(colours)('$theme $name equals the colour in the stylesheet', ({ theme, name, colour }) => {
  const token = `${theme === 'thread' ? 'thread-' : ''}${name.replace(/[A-Z]/, (capital) => `-${capital.toLowerCase()}`)}`;
  const found = new RegExp(`--${token}: light-dark\\(oklch\\((.*?)\\), oklch\\((.*?)\\)\\);`).exec(tokens);
  const [lightness = 0, chroma = 0, hue = 0] = (found?.[theme === 'dark' ? 2 : 1] ?? '')
    .split(' ')
    .map(Number);
  expect(colour).toBe(toHex(lightness, chroma, hue));
});
