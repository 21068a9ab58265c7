import { html, type SafeHtml } from '#services/platform/html.ts';

/** A screenshot: what it shows and its file beside the index page. */
export interface Shot {
  page: string;
  state: string;
  width: number;
  theme: string;
  file: string;
}

/** Returns the HTML of a review page: one row for each page and state, its widths and themes side by side. */
export function describeGallery(shots: readonly Shot[]): string {
  const rows = Map.groupBy(shots, ({ page, state }) => `${page}: ${state}`);
  const sections = [...rows].map(
    ([title, shown]) => html`<section><h2>${title}</h2><div>${shown.map(figure)}</div></section>`,
  );
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title>
<style>body{font-family:sans-serif;margin:1rem}div{display:flex;gap:1rem;overflow-x:auto;align-items:start}
figure{margin:0}img{border:1px solid #999;max-height:80vh}</style>
<h1>${shots.length} screenshots</h1>${sections}</html>
`.toString();
}

function figure({ file, width, theme }: Shot): SafeHtml {
  return html`<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${width} px, ${theme}</figcaption></figure>`;
}
