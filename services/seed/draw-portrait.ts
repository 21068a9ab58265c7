import sharp from 'sharp';
import { palette } from '#contracts/site/palette.ts';

const { teal, saffron, cotton, clay, night, indigo } = palette.thread;

const palettes = [
  [teal, saffron, cotton],
  [indigo, saffron, cotton],
  [night, teal, saffron],
  [clay, cotton, teal],
] as const;

const sidePx = 256;

/** Draws a WebP picture for a sample person: a pattern of arcs and triangles, deterministic for each number. */
export function drawPortrait(number: number): Promise<Buffer> {
  const [ground, motif, dot] = palettes[number % palettes.length] ?? palettes[0];
  const turns = 3 + (number % 4);
  const arcs = Array.from({ length: turns }, (_, ring) => {
    const radius = 24 + ring * 22;
    return `<circle cx="128" cy="${150 - (number % 3) * 22}" r="${radius}" fill="none" stroke="${motif}" stroke-width="8" stroke-dasharray="${radius} ${8 + (number % 5) * 4}"/>`;
  });
  const comb = Array.from({ length: 8 }, (_, tooth) => {
    const x = tooth * 32;
    return `<path d="M${x} 256 l16 -${26 + ((tooth + number) % 3) * 12} l16 ${26 + ((tooth + number) % 3) * 12} z" fill="${dot}"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${sidePx}" height="${sidePx}"><rect width="100%" height="100%" fill="${ground}"/>${arcs.join('')}${comb.join('')}</svg>`;
  return sharp(Buffer.from(drawing)).webp({ quality: 82 }).toBuffer();
}
