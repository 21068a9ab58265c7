import sharp from 'sharp';
import type { BrandOfSite } from '#contracts/site/brand.ts';
import { palette } from '#contracts/site/palette.ts';
import { clothPatches, drawPatches, mark, staircase } from '../../ui/drawings/patches.ts';
import { shareSize } from './share-pictures.ts';

/** App icons by file name: size in pixels, and whether the icon is maskable. */
export const icons = {
  'icon-192': { size: 192, isMaskable: false },
  'icon-512': { size: 512, isMaskable: false },
  'icon-maskable-512': { size: 512, isMaskable: true },
  'apple-touch-icon': { size: 180, isMaskable: true },
} as const;

/** Draws the link preview image of a page as PNG: logo and name beside the stairs that `word` generates. */
export function drawSharePicture(
  word: string,
  { nameOutlines: name, logo }: Pick<BrandOfSite, 'nameOutlines' | 'logo'>,
): Promise<Buffer> {
  const { width, height } = shareSize;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <path fill="${palette.light.paper}" d="M0 0H${width}V${height}H0Z"/>
    <g transform="translate(${width - 540} ${height - 600}) scale(1.5)">${drawPatches(staircase(word, 9), palette.thread)}</g>
    <path fill="${palette.light.paper}" d="M0 ${height - 60}H${width}V${height}H0Z"/>
    <g transform="translate(0 ${height - 60}) scale(1.5)">${drawPatches(clothPatches(word, 20, 1), palette.thread)}</g>
    <g transform="translate(72 76) scale(2.4)"><clipPath id="r"><rect width="48" height="48" rx="7"/></clipPath>
      <g clip-path="url(#r)">${logoOutlines(logo)}</g></g>
    <path fill="${palette.light.ink}" transform="translate(72 196) scale(${Math.min(1.18, 570 / name.width)})" d="${name.d}"/>
  </svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9, effort: 10 }).toBuffer();
}

/** Draws the app icon as PNG, `size` pixels wide. A maskable icon has a safe zone around the logo. */
export function drawIcon(
  { size, isMaskable }: { size: number; isMaskable: boolean },
  logo: BrandOfSite['logo'],
): Promise<Buffer> {
  const inset = isMaskable ? 6 : 0;
  const rounding = isMaskable ? 0 : 9;
  const ground = logo ? (isMaskable ? palette.light.paperRaised : 'none') : palette.thread.night;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-inset} ${-inset} ${48 + 2 * inset} ${48 + 2 * inset}">
    <clipPath id="r"><rect x="${-inset}" y="${-inset}" width="${48 + 2 * inset}" height="${48 + 2 * inset}" rx="${rounding}"/></clipPath>
    <g clip-path="url(#r)"><path fill="${ground}" d="M-9-9H57V57H-9Z"/>${logoOutlines(logo)}</g>
  </svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9, effort: 10 }).toBuffer();
}

/** Returns the logo for an SVG, on a square of 48 units: the picture that is configured, or the drawn one. */
export function logoOutlines(logo: BrandOfSite['logo']): string {
  if (logo) return `<image width="48" height="48" href="data:image/png;base64,${logo}"/>`;
  return mark.map(([thread, d]) => `<path fill="${palette.thread[thread]}" d="${d}"/>`).join('');
}

/**
 * Returns an ICO file with one square picture, for programs that request `/favicon.ico` without reading the page. Windows
 * Vista and later, and every browser, read a PNG in it.
 */
export function icoFile(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  // Type 1 is an icon; one picture follows.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  // Colour planes, bits of a pixel, length and place of the picture.
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
