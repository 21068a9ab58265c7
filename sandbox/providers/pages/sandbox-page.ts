import type { RequestHandler, Response } from 'express';
import { html, type SafeHtml } from '#services/platform/html.ts';

export interface SandboxPage {
  title: string;
  body: SafeHtml;
  /** Text of the banner at the top. */
  ribbon: string;
  /** Reloads automatically after this many seconds. */
  refreshSeconds?: number;
}

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
function sandboxPage({ title, body, ribbon, refreshSeconds }: SandboxPage): string {
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

/** Sends a page whose policy forbids scripts and external resources; forms may redirect to `formOrigins`. */
export function sendPage(res: Response, status: number, page: SandboxPage, formOrigins: string[] = []): void {
  // Chromium applies form-action to redirects as well, so the merchant's return URL must be allowed.
  const formAction = ["'self'", ...formOrigins].join(' ');
  res.setHeader(
    'content-security-policy',
    `default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; form-action ${formAction}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
  );
  res.setHeader('referrer-policy', 'no-referrer').setHeader('x-content-type-options', 'nosniff');
  res.setHeader('cache-control', 'no-store');
  res.status(status).type('html').send(sandboxPage(page));
}

/** A control call, with a valid example of its body. */
interface ControlCall {
  call: string;
  does: string;
  body?: object;
}

/** Returns a function that describes a call below `base`, such as `GET ledger`. */
export const describeCalls =
  (base: string) =>
  (methodAndPath: string, does: string, body?: object): ControlCall => ({
    call: methodAndPath.replace(' ', ` ${base}/`),
    does,
    ...(body && { body }),
  });

/** Returns a handler that lists calls as a page, or as JSON for `Accept: application/json`. */
export function listControlCalls(
  calls: readonly ControlCall[],
  { title, ribbon, lead }: { title: string; ribbon: string; lead: SafeHtml },
): RequestHandler {
  const rows = calls.map(
    ({ call, does, body }) => html`<li class="call">
  <h2><code>${call}</code></h2><p>${does}</p>
  ${body && html`<pre tabindex="0"><code>${JSON.stringify(body, null, 2)}</code></pre>`}</li>`,
  );
  const body = html`<article class="wide"><h1>${title}</h1>
${lead}
<ul class="calls">${rows}</ul></article>`;
  return (req, res) => {
    if (req.accepts(['html', 'json']) === 'json') res.json(calls);
    else sendPage(res, 200, { title, ribbon, body });
  };
}
