import type { APIRoute, GetStaticPaths } from 'astro';
import { drawSharePicture } from '../../areas/site/drawn-pictures.ts';
import { shareCloths } from '../../areas/site/share-pictures.ts';
import { siteBrand } from '../../areas/site/site-brand.ts';

export const getStaticPaths: GetStaticPaths = () =>
  Object.entries(shareCloths).map(([cloth, word]) => ({ params: { cloth }, props: { word } }));

/** A link preview image. Prerendered. */
export const GET: APIRoute<{ word: string }> = async ({ props }) =>
  new Response(new Uint8Array(await drawSharePicture(props.word, siteBrand)), {
    headers: { 'content-type': 'image/png' },
  });
