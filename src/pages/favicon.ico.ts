import { drawIcon, icoFile } from '../areas/site/drawn-pictures.ts';
import { siteBrand } from '../areas/site/site-brand.ts';

/** The favicon for programs that look for it at the root. Prerendered. */
export async function GET(): Promise<Response> {
  const size = 48;
  const ico = icoFile(await drawIcon({ size, isMaskable: false }, siteBrand.logo), size);
  return new Response(new Uint8Array(ico), { headers: { 'content-type': 'image/x-icon' } });
}
