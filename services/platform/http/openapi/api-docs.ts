import express from 'express';
import type { Endpoint } from '#contracts/endpoint.ts';
import type { Brand } from '#contracts/site/brand.ts';
import { palette } from '#contracts/site/palette.ts';
import { loadOnce } from '../../async-calls.ts';
import { accentColours } from '../../brand/accent-colours.ts';
import { html, type SafeHtml } from '../../html.ts';
import type { ApiDocument, Operation } from './openapi.ts';

interface ApiDocsOptions {
  readonly contracts: readonly Endpoint[];
  /** The modules of the contracts by name, which name the calls. */
  readonly modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
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
    res.type('css').send(docsStyles(accentColours(options.brand.accent)));
  });
  return router;
}

async function describe({ contracts, modules, publicUrl, brand }: ApiDocsOptions) {
  const { describeApi } = await import('./openapi.ts');
  const document = describeApi(contracts, modules, { publicUrl, brand });
  return { document, page: docsPage(document).toString() };
}

/** Renders the API document as an HTML page without scripts. */
function docsPage({ info, servers, tags, paths, components }: ApiDocument): SafeHtml {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}</title>
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <main>
          <h1>${info.title}</h1>
          <p>${info.description}. Base address: <code>${servers[0]?.url}</code>. The same as data:
            <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
          <p>A failure responds with <code>{ "message": string, "errors"?: { field: sentence } }</code>.</p>
          <nav aria-label="Calls">
            ${tags.map(
              ({ name }) => html`<h2>${name}</h2><ul>${calls
                .filter(({ operation }) => operation.tags.includes(name))
                .map(
                  ({ path, method }) =>
                    html`<li><a href="#${anchor(method, path)}"><b>${method}</b> ${path}</a></li>`,
                )}
              </ul>`,
            )}
          </nav>
          ${calls.map((call) => section(call, components.responses))}
          <h2>Schemas</h2>
          ${Object.entries(components.schemas).map(
            ([name, schema]) =>
              html`<section id="${schemaAnchor(name)}"><h3>${name}</h3>${schemaBlock(schema)}</section>`,
          )}
        </main>
      </body>
    </html>`;
}

function section(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  shared: ApiDocument['components']['responses'],
): SafeHtml {
  const content = operation.requestBody && Object.entries(operation.requestBody.content)[0];
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const responseSchema =
    success && 'content' in success[1] ? success[1].content?.['application/json']?.schema : undefined;
  return html`<section id="${anchor(method, path)}">
    <h2><b>${method}</b> <code>${path}</code></h2>
    <p>${operation.summary}. ${operation.description}</p>
    ${
      operation.parameters.length > 0 &&
      html`<h3>Parameters</h3><ul>${operation.parameters.map(
        ({ name, in: place, required }) =>
          html`<li><code>${name}</code> in ${place}${required && ', required'}</li>`,
      )}</ul>`
    }
    ${content && html`<h3>Body <small>${content[0]}</small></h3>${schemaBlock(content[1].schema)}`}
    ${responseSchema && html`<h3>Response</h3>${schemaBlock(responseSchema)}`}
    <h3>Statuses</h3>
    <ul>${Object.entries(operation.responses).map(
      ([status, response]) =>
        html`<li><b>${status}</b> ${'$ref' in response ? shared[`Failure${status}`]?.description : response.description}</li>`,
    )}</ul>
  </section>`;
}

function schemaBlock(schema: object): SafeHtml {
  const names = new Set<string>();
  const text = JSON.stringify(
    schema,
    (key, value: unknown) => {
      if (key === '$ref' && typeof value === 'string') names.add(value.replace('#/components/schemas/', ''));
      return value;
    },
    2,
  );
  return html`<details><summary>Schema</summary><pre tabindex="0"><code>${text}</code></pre></details>
    ${names.size > 0 && html`<p>Uses ${[...names].map((name) => html`<a href="#${schemaAnchor(name)}">${name}</a> `)}</p>`}`;
}

const schemaAnchor = (name: string) => `schema-${name}`;

function anchor(method: string, path: string): string {
  return `${method}-${path}`.toLowerCase().replace(/[^a-z]+/g, '-');
}

/** Stylesheet of {@link docsPage}. */
const docsStyles = (accent: ReturnType<typeof accentColours>): string => `
:root { color-scheme: light dark; ${(['ink', 'paper', 'line'] as const).map((name) => `--${name}: light-dark(${palette.light[name]}, ${palette.dark[name]});`).join(' ')} --primary: light-dark(${accent.light.primary}, ${accent.dark.primary}); }
body { margin: 0; font: 1rem/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
a { color: var(--primary); }
nav h2 { margin: 1.5rem 0 0; font-size: 1.1rem; }
nav ul { columns: 18rem; margin: 0; padding: 0; list-style: none; }
nav a { display: inline-block; padding: .5rem 0; overflow-wrap: anywhere; }
section { border-top: 1px solid var(--line); margin-top: 2rem; }
h2 { overflow-wrap: anywhere; } h2 b { color: var(--primary); }
pre { overflow-x: auto; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; }
summary { cursor: pointer; padding: .5rem 0; }
`;
