import type { APIRoute, GetStaticPaths } from 'astro';
import { drawIcon, icons } from '../../areas/site/drawn-pictures.ts';
import { siteBrand } from '../../areas/site/site-brand.ts';

export const getStaticPaths: GetStaticPaths = () =>
  Object.entries(icons).map(([icon, props]) => ({ params: { icon }, props }));

/** An app icon. Prerendered. */
export const GET: APIRoute<{ size: number; isMaskable: boolean }> = async ({ props }) =>
  new Response(new Uint8Array(await drawIcon(props, siteBrand.logo)), {
    headers: { 'content-type': 'image/png' },
  });
