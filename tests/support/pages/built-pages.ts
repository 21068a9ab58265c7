import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFront, isFrontBuilt } from '#sandbox/start/front-build.ts';
import { testBrand } from '../product/test-brand.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The folder of the built pages; builds them when the sources have changed since. */
export async function builtPages(): Promise<string> {
  if (!isFrontBuilt(root, testBrand))
    await buildFront(root, 'http://localhost:4321', new AbortController().signal);
  return join(root, 'dist');
}
