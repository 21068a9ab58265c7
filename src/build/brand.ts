import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkitten';
import sharp from 'sharp';
import type { Brand, BrandInScripts, BrandOfSite } from '#contracts/site/brand.ts';
import { webFontFiles } from '../styles/fonts.ts';

/** Width and height of the logo, as wide as the largest icon. */
const logoSize = 512;

/** Returns the brand as constants of Vite's `define`. @throws Error when the logo cannot be read. */
export async function brandDefinitions(brand: Brand): Promise<Record<string, string>> {
  const { name, slug, email, legalName, tagline, copyrightYear, aboutUrl, social } = brand;
  const inScripts: BrandInScripts = { name, slug, email };
  const ofSite: BrandOfSite = {
    legalName,
    tagline,
    copyrightYear,
    aboutUrl,
    social,
    logo: brand.logo && (await readLogo(brand.logo)),
    nameOutlines: await outlineName(name),
  };
  return { BRAND_IN_SCRIPTS: JSON.stringify(inScripts), BRAND_OF_SITE: JSON.stringify(ofSite) };
}

async function readLogo(path: string): Promise<string> {
  try {
    const png = await sharp(path, { density: 300 })
      .resize(logoSize, logoSize, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer();
    return png.toString('base64');
  } catch (error) {
    throw new Error(
      `BRAND_LOGO is ${path}, which is no picture that can be read: ${(error as Error).message}`,
    );
  }
}

/** The display font in its heaviest weight, which is the default of its files, and a font with letters of more scripts. */
const fontFiles = [
  webFontFiles.display,
  webFontFiles.displayExtended,
  webFontFiles.displayDotted,
  import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
];

/** Draws a name as SVG path for images, which are made where no font is installed. Letters of no font are left out. */
async function outlineName(name: string): Promise<BrandOfSite['nameOutlines']> {
  const fonts = await Promise.all(fontFiles.map(openFont));
  let [d, width] = ['', 0];
  for (const character of name.normalize('NFC')) {
    const code = character.codePointAt(0) ?? 0;
    const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(code));
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

/** Tokens of interactive elements, as `#rrggbb`. */
const tones = ['primary', 'primaryStrong', 'primarySoft', 'onPrimary'] as const;
type Tones = Record<(typeof tones)[number], string>;

/** Returns the rule that replaces the colour of buttons and links. */
export function accentStyles({ light, dark }: Record<'light' | 'dark', Tones>): string {
  const declarations = tones.map((tone) => {
    const token = tone.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
    return `--${token}: light-dark(${light[tone]}, ${dark[tone]});`;
  });
  return `:root { ${declarations.join(' ')} }`;
}
