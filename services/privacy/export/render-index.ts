import type { Brand } from '#contracts/site/brand.ts';
import { palette } from '#contracts/site/palette.ts';
import { accentColours } from '#services/platform/brand/accent-colours.ts';
import { html, type SafeHtml } from '#services/platform/html.ts';

/** One heading of the export with its rows. */
export interface Section {
  title: string;
  /** File name without ending. */
  name: string;
  rows: Record<string, unknown>[];
}

/** Renders the page of an export that a person reads: every section with its rows, and links to the files. */
export function renderIndex(sections: readonly Section[], brand: Brand, madeAt: Date): string {
  return `<!doctype html>\n${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Your data at ${brand.name}</title>
<style>${stylesOf(accentColours(brand.accent))}</style>
</head>
<body>
<h1>Your data at ${brand.name}</h1>
<p>Made on <time datetime="${madeAt.toISOString()}">${madeAt.toUTCString()}</time>. The same data is in the folder <code>data</code> as JSON; documents and pictures are in <code>files</code>. Amounts named “minor” are in the smallest unit of the currency, such as kobo or cents. Times are in UTC.</p>
<p>Not in here: passwords, keys and codes, which are stored hashed or encrypted; what other people told us; and the internal notes of our staff. Mails are not stored once they are sent. For anything else write to ${brand.email.contact}.</p>
<nav aria-label="Sections"><ul>${sections.map(
    ({ title, name, rows }) => html`<li><a href="#${name}">${title}</a> (${rows.length})</li>`,
  )}</ul></nav>
${sections.map(renderSection)}
</body>
</html>`}`;
}

function renderSection({ title, name, rows }: Section): SafeHtml {
  return html`<section id="${name}"><h2>${title}</h2>${rows.map(
    (values) => html`<dl>${Object.entries(values).map(renderValue)}</dl>`,
  )}</section>\n`;
}

function renderValue([column, value]: [string, unknown]): SafeHtml | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const label = column.charAt(0).toUpperCase() + column.slice(1).replaceAll('_', ' ');
  const text = textOf(value);
  return html`<dt>${label}</dt><dd>${column === 'file' ? html`<a href="${text}">${text}</a>` : text}</dd>`;
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toUTCString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const { light, dark } = palette;
const stylesOf = (accent: ReturnType<typeof accentColours>) => `:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: ${light.ink}; background: ${light.paper} }
a { color: ${accent.light.primary} }
dl { display: grid; grid-template-columns: minmax(8rem, 12rem) 1fr; gap: .25rem 1rem; padding: 1rem; border: 1px solid ${light.line}; border-radius: .5rem; background: ${light.paperRaised} }
dt { font-weight: 600 } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr } dd { margin-bottom: .5rem } }
@media (prefers-color-scheme: dark) { body { color: ${dark.ink}; background: ${dark.paper} } a { color: ${accent.dark.primary} } dl { border-color: ${dark.line}; background: ${dark.paperRaised} } }`;
