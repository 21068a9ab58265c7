import { readFileSync } from 'node:fs';
import express, { type Router } from 'express';
import { brand } from '#contracts/brand.ts';
import { html } from '#services/platform/html.ts';
import { sendControlError } from './control-error.ts';
import { sendPage } from './pages/send-page.ts';

const files = [
  '../../src/styles/tokens.css',
  '../../src/styles/cloth.css',
  './pages/sandbox.css',
  './pages/checkout.css',
  './pages/mailbox.css',
  './pages/google.css',
];

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The product's own tokens and threads with the sandbox's few rules on top: one look, kept in one place. */
function sandboxStylesheet(): string {
  return files.map(read).join('\n');
}

/** The HTTP side of the outside world: payments, mail, Google sign-in where it is stood in for, and a page to find them by. */
export function createSandboxApp(parts: {
  payments: Router;
  mail: Router;
  google: Router | undefined;
  productUrl: string;
}) {
  const app = express();
  app.disable('x-powered-by');
  const stylesheet = sandboxStylesheet();
  app.get('/sandbox.css', (_req, res) => void res.type('css').send(stylesheet));
  app.use('/payments', parts.payments);
  app.use('/mail', parts.mail);
  if (parts.google) app.use('/google', parts.google);
  app.get('/', (_req, res) =>
    sendPage(res, 200, {
      title: 'The outside world',
      ribbon: 'Stand-ins for everything that is not this product.',
      body: html`<article class="wide"><h1>The outside world</h1>
<ul class="calls">
  <li class="call"><h2><a href="/mail">Mailbox</a></h2><p>Every mail that was sent.</p></li>
  <li class="call"><h2><a href="/payments/control">Control of payments</a></h2>
    <p>Rehearse what can go wrong at the payment provider, and read its book.</p></li>
  ${
    parts.google &&
    html`<li class="call"><h2><a href="/google/control">Google sign-in</a></h2>
    <p>Accounts to sign in with, and tokens to order.</p></li>`
  }
  <li class="call"><h2><a href="${parts.productUrl}">${brand.name}</a></h2><p>The product itself.</p></li>
</ul></article>`,
    }),
  );
  app.use((_req, res) => void res.status(404).json({ message: 'There is nothing at this address.' }));
  app.use(sendControlError);
  return app;
}
