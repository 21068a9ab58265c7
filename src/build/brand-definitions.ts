import sharp from 'sharp';
import type { Brand, BrandInScripts, BrandOfSite } from '#contracts/site/brand.ts';
import { outlineName } from './outline-name.ts';

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
