import react from '@astrojs/react/server.js';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { renderPage } from '../../browser/page-reads.ts';
import { loadServerParts } from '../server-parts.ts';
import { renderedPages } from './rendered-pages.ts';

type Render = typeof react.renderToStaticMarkup;

let islands = 0;

/**
 * Renders the islands of a person's page from the reads of the page; other islands as the integration does. Not as a stream:
 * React then moves late content by inline scripts, which the Content-Security-Policy forbids.
 */
async function renderToStaticMarkup(
  this: { result: { request: Request } },
  ...args: Parameters<Render>
): Promise<Awaited<ReturnType<Render>>> {
  const [Island, props, , metadata] = args;
  const page = renderedPages.get(this.result.request);
  if (!page || !metadata?.hydrate) return react.renderToStaticMarkup.call(this as never, ...args);
  await loadServerParts();
  islands = (islands + 1) % 1_000;
  const prefix = `p${islands}`;
  const island = createElement(Island as ComponentType, props as object);
  const html = renderPage(page, () => renderToString(island, { identifierPrefix: prefix }));
  return { html, attrs: { prefix } };
}

export default { ...react, renderToStaticMarkup };
