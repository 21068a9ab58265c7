import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkitten';
import type { BrandOfSite } from '#contracts/site/brand.ts';
import { webFontFiles } from '../styles/fonts.ts';

/** The display font in its heaviest weight, which is the default of its files, and a font with letters of more scripts. */
const fontFiles = [
  webFontFiles.display,
  webFontFiles.displayExtended,
  webFontFiles.displayDotted,
  import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
];

/** Draws a name as SVG path for images, which are made where no font is installed. Letters of no font are left out. */
export async function outlineName(name: string): Promise<BrandOfSite['nameOutlines']> {
  const fonts = await Promise.all(fontFiles.map(openFont));
  let [d, width] = ['', 0];
  for (const character of name.normalize('NFC')) {
    const code = character.codePointAt(0) ?? 0;
    const font = fonts.find((one) => one.hasGlyphForCodePoint(code));
    if (!font) continue;
    const scale = 100 / font.unitsPerEm;
    const { path, advanceWidth } = font.glyphForCodePoint(code);
    d += path.scale(scale, -scale).translate(width, 100).toSVG();
    width += advanceWidth * scale;
  }
  return { d, width: Math.round(width) };
}

async function openFont(address: string): Promise<Font> {
  const font = create(await readFile(fileURLToPath(address)));
  if (font.isCollection) throw new Error(`${address} has more than one font.`);
  return font;
}
