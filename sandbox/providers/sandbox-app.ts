import { readFileSync } from 'node:fs';
import express, { type Router } from 'express';
import { html } from '#services/platform/html.ts';
import { sendControlError } from './control-error.ts';
import { sendPage } from './pages/sandbox-page.ts';

/** The product's design tokens and buttons, followed by the sandbox's styles. */
const stylesheets = [
  '../../src/styles/tokens.css',
  '../../src/styles/cloth.css',
  '../../src/styles/buttons.css',
  './pages/sandbox.css',
  './pages/checkout.css',
  './pages/mailbox.css',
  './pages/google.css',
];

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Creates the sandbox's Express app: payments, mail, Google sign-in where it is configured, and an index page. */
export function createSandboxApp(parts: {
  payments: Router;
  mail: Router;
  google: Router | undefined;
  product: { name: string; url: string };
}) {
  const app = express();
  app.disable('x-powered-by');
  const stylesheet = stylesheets.map(read).join('\n');
  app.get('/sandbox.css', (_req, res) => void res.type('css').send(stylesheet));
  app.use('/payments', parts.payments);
  app.use('/mail', parts.mail);
  if (parts.google) app.use('/google', parts.google);
  app.get('/', (_req, res) =>
    sendPage(res, 200, {
      title: 'Sandbox providers',
      ribbon: 'Local replacements for the external services of this product.',
      body: html`<article class="wide"><h1>Sandbox providers</h1>
<ul class="calls">
  <li class="call"><h2><a href="/mail">Mailbox</a></h2><p>Every mail that was sent.</p></li>
  <li class="call"><h2><a href="/payments/control">Control of payments</a></h2>
    <p>Simulate events and faults of the payment provider, and read its ledger.</p></li>
  ${
    parts.google &&
    html`<li class="call"><h2><a href="/google/control">Google sign-in</a></h2>
    <p>Accounts to sign in with, and ID tokens for tests.</p></li>`
  }
  <li class="call"><h2><a href="${parts.product.url}">${parts.product.name}</a></h2><p>The product itself.</p></li>
</ul></article>`,
    }),
  );
  app.use((_req, res) => void res.status(404).json({ message: 'There is nothing at this address.' }));
  app.use(sendControlError);
  return app;
}
