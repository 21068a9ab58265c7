import { palette } from '#contracts/site/palette.ts';
import { icons } from '../areas/site/drawn-pictures.ts';
import { siteBrand } from '../areas/site/site-brand.ts';
import { brand } from '../browser/brand.ts';
import { paths } from '../browser/paths.ts';

/** The web app manifest. Prerendered. */
export function GET(): Response {
  const { 'apple-touch-icon': _, ...listed } = icons;
  const manifest = {
    id: paths.home,
    name: brand.name,
    short_name: brand.name,
    description: siteBrand.tagline,
    start_url: paths.home,
    display: 'minimal-ui',
    background_color: palette.light.paper,
    theme_color: palette.thread.night,
    icons: Object.entries(listed).map(([name, { size, isMaskable }]) => ({
      src: `/icons/${name}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: isMaskable ? 'maskable' : 'any',
    })),
  };
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } });
}
