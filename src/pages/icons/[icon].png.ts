import type { APIRoute, GetStaticPaths } from 'astro';
import { drawIcon } from '../../areas/site/drawn-pictures.ts';
import { icons } from '../../areas/site/icons.ts';

export const getStaticPaths: GetStaticPaths = () =>
  Object.entries(icons).map(([icon, props]) => ({ params: { icon }, props }));

/** An app icon. Prerendered. */
export const GET: APIRoute<{ size: number; isMaskable: boolean }> = async ({ props }) =>
  new Response(new Uint8Array(await drawIcon(props.size, props.isMaskable)), {
    headers: { 'content-type': 'image/png' },
  });
