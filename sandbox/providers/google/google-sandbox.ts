import { Router } from 'express';
import { sendControlError } from '../control-error.ts';
import type { SandboxStore } from '../sandbox-store.ts';
import { personPicture } from './account-pages.ts';
import { createGrants } from './authorization-grants.ts';
import { createAuthorize } from './authorize.ts';
import { createGoogleControl } from './google-control.ts';
import { createGoogleKeys } from './google-keys.ts';
import { createGooglePeople } from './google-people.ts';
import { createTokenEndpoint } from './token-endpoint.ts';

/** The one registered OAuth client. */
export interface GoogleClient {
  id: string;
  secret: string;
}

/** Settings of the fake Google. */
export interface GoogleSandboxOptions {
  /** Issuer URL, as in the `iss` claim; ends in `/google`. */
  issuer: string;
  client: GoogleClient;
  productName: string;
  productUrl: string;
}

/** Creates the fake Google, an OpenID provider to be mounted at `/google`. Accounts require no password. */
export function createGoogleSandbox(store: SandboxStore, options: GoogleSandboxOptions): Router {
  const { issuer, client, productName, productUrl } = options;
  const people = createGooglePeople(store);
  const keys = createGoogleKeys(store);
  const grants = createGrants();
  const rules = { clientId: client.id, productUrl };

  const router = Router();
  router.get('/.well-known/openid-configuration', (_req, res) => void res.json(discovery(issuer)));
  router.get('/certs', async (_req, res) => {
    res.set('cache-control', 'public, max-age=3600').json(await keys.publicKeys());
  });
  router.get('/people/:sub/picture.svg', (req, res, next) => {
    const person = people.find(req.params.sub);
    if (person) res.type('svg').send(personPicture(person));
    else next();
  });
  router.use(createAuthorize({ productName, issuer, rules, people, keys, grants }));
  router.use(createTokenEndpoint({ issuer, client, people, keys, grants }));
  router.use('/control', createGoogleControl({ issuer, clientId: client.id, people, keys }));
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
