import express from 'express';
import type { Endpoint } from '#contracts/endpoint.ts';
import type { Brand } from '#contracts/site/brand.ts';
import { accentColours } from '../../brand/accent-colours.ts';
import { loadOnce } from '../../load-once.ts';

/** See {@link apiDocs}. */
export interface ApiDocsOptions {
  readonly contracts: readonly Endpoint[];
  /** Loads the modules of the contracts by name, which name the calls. */
  loadModules(): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>>;
  readonly publicUrl: string;
  readonly brand: Brand;
}

/**
 * Creates the router of `/openapi.json` and `/docs`. The document is generated for the first request: that takes tens of
 * milliseconds and megabytes, and most API processes never serve it.
 */
export function apiDocs(options: ApiDocsOptions): express.Router {
  const described = loadOnce(() => describe(options));
  const router = express.Router();
  router.get('/openapi.json', async (_req, res) => {
    res.json((await described()).document);
  });
  router.get('/docs', async (_req, res) => {
    const { page } = await described();
    res.set('Content-Security-Policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'");
    res.type('html').send(page);
  });
  router.get('/docs.css', async (_req, res) => {
    const { docsStyles } = await import('./docs-page.ts');
    res.type('css').send(docsStyles(accentColours(options.brand.accent)));
  });
  return router;
}

async function describe({ contracts, loadModules, publicUrl, brand }: ApiDocsOptions) {
  const [modules, { docsPage }, { describeApi }] = await Promise.all([
    loadModules(),
    import('./docs-page.ts'),
    import('./openapi.ts'),
  ]);
  const document = describeApi(contracts, modules, { publicUrl, brand });
  return { document, page: docsPage(document).toString() };
}
