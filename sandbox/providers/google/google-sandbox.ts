import express, { Router } from 'express';
import { z } from 'zod';
import { html } from '#services/platform/html.ts';
import { ControlError, sendControlError } from '../control-error.ts';
import { describeCalls, listControlCalls } from '../pages/sandbox-page.ts';
import type { SandboxStore } from '../sandbox-store.ts';
import { googleBanner, personPicture } from './account-pages.ts';
import { createAuthorize } from './authorize.ts';
import { createGoogleParts, type GoogleParts, type GoogleSandboxOptions } from './google-parts.ts';
import { GooglePersonSchema } from './google-people.ts';
import { createTokenEndpoint } from './token-endpoint.ts';

const call = describeCalls('/google/control');

/** Every control call with a valid example body. @internal A test makes them all. */
export const googleControlCalls = [
  call('GET people', 'All accounts.'),
  call('POST people', 'Adds an account, or changes the one with this sub (generated when omitted).', {
    sub: '100000000000000000099',
    name: 'Zola Tesfaye',
    email: 'zola@post.example',
    emailVerified: true,
    hostedDomain: null,
  }),
  call('DELETE people', 'Resets to the sample accounts.'),
  call(
    'POST id-tokens',
    'A signed ID token of an account with any claim replaced (null removes it), for testing invalid and expired tokens.',
    { sub: '100000000000000000001', claims: { email_verified: 'true', hd: null } },
  ),
];

const IdTokenSchema = z.object({ sub: z.string(), claims: z.record(z.string(), z.unknown()).default({}) });

/** Routes of `/control`: accounts and ID tokens for tests. Not part of Google's API. */
function createGoogleControl({ people, idTokens }: GoogleParts): Router {
  const control = Router();
  control.use(express.json());

  control.get(
    '/',
    listControlCalls(googleControlCalls, {
      title: 'Control of Google sign-in',
      ribbon: googleBanner,
      lead: html`<p>Bodies are JSON (<code>content-type: application/json</code>).</p>`,
    }),
  );
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
    res.status(201).json({ id_token: await idTokens.sign(person, claims) });
  });

  return control;
}

/** Creates the fake Google, an OpenID provider to be mounted at `/google`. Accounts require no password. */
export function createGoogleSandbox(store: SandboxStore, options: GoogleSandboxOptions): Router {
  const parts = createGoogleParts(store, options);
  const { issuer } = options;
  const { people, idTokens } = parts;

  const router = Router();
  router.get('/.well-known/openid-configuration', (_req, res) => void res.json(discovery(issuer)));
  router.get('/certs', async (_req, res) => {
    res.set('cache-control', 'public, max-age=3600').json(await idTokens.publicKeys());
  });
  router.get('/people/:sub/picture.svg', (req, res, next) => {
    const person = people.find(req.params.sub);
    if (person) res.type('svg').send(personPicture(person));
    else next();
  });
  router.use(createAuthorize(parts));
  router.use(createTokenEndpoint(parts));
  router.use('/control', createGoogleControl(parts));
  router.use(sendControlError);
  return router;
}

/** OpenID Connect Discovery 1.0, section 3. */
function discovery(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/certs`,
    response_types_supported: ['code', 'id_token'],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    claims_supported: ['aud', 'email', 'email_verified', 'exp', 'hd', 'iat', 'iss', 'name', 'picture', 'sub'],
  };
}
