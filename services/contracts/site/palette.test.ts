import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toHex } from '#services/platform/brand/accent-colours.ts';
import { palette } from './palette.ts';

const tokens = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8');

const colours = Object.entries(palette).flatMap(([theme, named]) =>
  Object.entries(named).map(([name, colour]) => ({ theme, name, colour })),
);

it.each(colours)('$theme $name equals the colour in the stylesheet', ({ theme, name, colour }) => {
  const token = `${theme === 'thread' ? 'thread-' : ''}${name.replace(/[A-Z]/, (capital) => `-${capital.toLowerCase()}`)}`;
  const declaration = new RegExp(`--${token}: light-dark\\(oklch\\((.*?)\\), oklch\\((.*?)\\)\\);`).exec(
    tokens,
  );
  const [lightness = 0, chroma = 0, hue = 0] = (declaration?.[theme === 'dark' ? 2 : 1] ?? '')
    .split(' ')
    .map(Number);
  expect(colour).toBe(toHex({ lightness, chroma, hue }));
});
