import { html, type SafeHtml } from '#services/platform/html.ts';

/** Content of a sandbox page. */
export interface SandboxPage {
  title: string;
  body: SafeHtml;
  /** Text of the banner at the top. */
  ribbon: string;
  /** Reloads automatically after this many seconds. */
  refreshSeconds?: number;
}

/** The product's decorative pattern band. */
const cloth = html`<svg class="band" aria-hidden="true" focusable="false">
  <defs>
    <pattern id="cloth" width="96" height="24" patternUnits="userSpaceOnUse">
      <rect width="96" height="24" class="t-indigo" />
      <path d="M0 24 12 0l12 24z" class="t-saffron" /><path d="M6 24l6-12 6 12z" class="t-indigo" />
      <path d="M28 3h3v18h-3zM34 3h3v18h-3zM40 3h3v18h-3z" class="t-cotton" />
      <path d="M48 24a12 12 0 0 1 24 0h-5a7 7 0 0 0-14 0z" class="t-teal" />
      <path d="M57 24a3 3 0 0 1 6 0z" class="t-cotton" />
      <path d="M72 0h24L84 12zM72 24l12-12 12 12z" class="t-clay" /><path d="M80 12l4-4 4 4-4 4z" class="t-cotton" />
    </pattern>
  </defs>
  <rect width="100%" height="24" fill="url(#cloth)" />
</svg>`;

/** Renders a page in the product's design, marked as sandbox; works without scripts. */
export function sandboxPage({ title, body, ribbon, refreshSeconds }: SandboxPage): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <meta name="color-scheme" content="light dark">
  ${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
  <title>${title} · Sandbox</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/sandbox.css">
</head>
<body>
  <header><p class="ribbon"><strong>Sandbox</strong> <span>${ribbon}</span></p></header>
  ${cloth}
  <main>${body}</main>
</body>
</html>
`;
  return page.toString();
}
