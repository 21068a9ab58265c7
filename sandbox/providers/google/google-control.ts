import express, { Router } from 'express';
import { z } from 'zod';
import { html } from '#services/platform/html.ts';
import { ControlError } from '../control-error.ts';
import { sendPage } from '../pages/send-page.ts';
import { googleBanner } from './account-pages.ts';
import type { GoogleKeys } from './google-keys.ts';
import { type GooglePeople, GooglePersonSchema } from './google-people.ts';
import { idTokenClaims } from './person-claims.ts';

/** Every control call with a valid example body (a test sends them all). */
export const googleControlCalls: { call: string; does: string; body?: object }[] = [
  { call: 'GET /google/control/people', does: 'All accounts.' },
  {
    call: 'POST /google/control/people',
    does: 'Adds an account, or changes the one with this sub (generated when omitted).',
    body: {
      sub: '100000000000000000099',
      name: 'Zola Tesfaye',
      email: 'zola@post.example',
      emailVerified: true,
      hostedDomain: null,
    },
  },
  { call: 'DELETE /google/control/people', does: 'Resets to the sample accounts.' },
  {
    call: 'POST /google/control/id-tokens',
    does: 'A signed ID token of an account with any claim replaced (null removes it), for testing invalid and expired tokens.',
    body: { sub: '100000000000000000001', claims: { email_verified: 'true', hd: null } },
  },
];

const IdTokenSchema = z.object({ sub: z.string(), claims: z.record(z.string(), z.unknown()).default({}) });

/** Dependencies of the control calls. */
export interface GoogleControlDeps {
  issuer: string;
  clientId: string;
  people: GooglePeople;
  keys: GoogleKeys;
}

/** Routes of `/control`: accounts and ID tokens for tests. Not part of Google's API. */
export function createGoogleControl({ issuer, clientId, people, keys }: GoogleControlDeps): Router {
  const control = Router();
  control.use(express.json());

  control.get('/', (req, res) => {
    if (req.accepts(['html', 'json']) === 'json') return void res.json(googleControlCalls);
    const rows = googleControlCalls.map(
      ({ call, does, body }) => html`<li class="call"><h2><code>${call}</code></h2><p>${does}</p>
${body && html`<pre tabindex="0"><code>${JSON.stringify(body, null, 2)}</code></pre>`}</li>`,
    );
    sendPage(res, 200, {
      title: 'Control of Google sign-in',
      ribbon: googleBanner,
      body: html`<article class="wide"><h1>Control of Google sign-in</h1>
<p>Bodies are JSON (<code>content-type: application/json</code>).</p><ul class="calls">${rows}</ul></article>`,
    });
  });

  control.get('/people', (_req, res) => void res.json(people.list()));
  control.post('/people', (req, res) => {
    res.status(201).json(people.save(GooglePersonSchema.parse(req.body)));
  });
  control.delete('/people', (_req, res) => {
    people.reset();
    res.status(204).end();
  });

  control.post('/id-tokens', async (req, res) => {
    const { sub, claims } = IdTokenSchema.parse(req.body);
    const person = people.find(sub);
    if (!person) throw new ControlError(404, `There is no account with the sub ${sub}.`);
    const merged = Object.entries({ ...idTokenClaims(person, { issuer, clientId }), ...claims });
    const kept = merged.filter(([, value]) => value !== null);
    res.status(201).json({ id_token: await keys.sign(Object.fromEntries(kept)) });
  });

  return control;
}
