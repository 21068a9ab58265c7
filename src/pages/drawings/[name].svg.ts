import type { APIRoute, GetStaticPaths } from 'astro';
import { drawSprite, spriteName } from '../../ui/drawings/sprite/draw-sprite.ts';

export const getStaticPaths: GetStaticPaths = () => [{ params: { name: spriteName() } }];

/** The sprite of generated and other drawings. Prerendered. */
export const GET: APIRoute = () =>
  new Response(drawSprite(), { headers: { 'content-type': 'image/svg+xml' } });
