import { createHash, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { minuteMs } from '#contracts/durations.ts';
import { loadOnce } from '#services/platform/async-calls.ts';
import type { SandboxStore } from '../sandbox-store.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { createGooglePeople, type GooglePerson } from './google-people.ts';

const algorithm = 'RS256';

/** Lifetime of ID tokens and access tokens, in seconds. */
export const TOKEN_LIFETIME_S = 3_600;

/** Returns the OpenID Connect claims of an account. */
export function personClaims(person: GooglePerson, issuer: string) {
  const [givenName, ...rest] = person.name.split(/\s+/);
  return {
    sub: person.sub,
    name: person.name,
    given_name: givenName,
    ...(rest.length > 0 && { family_name: rest.join(' ') }),
    picture: `${issuer}/people/${encodeURIComponent(person.sub)}/picture.svg`,
    email: person.email,
    email_verified: person.emailVerified,
    ...(person.hostedDomain && { hd: person.hostedDomain }),
  };
}

/** Stores one RSA key in `store`, generated on first use, so that the tokens for `clientId` stay valid across restarts. */
function createIdTokens({ db }: SandboxStore, issuer: string, clientId: string) {
  const key = loadOnce(async (): Promise<{ kid: string; jwk: JWK }> => {
    const row = db.prepare('SELECT kid, private_jwk AS jwk FROM google_keys').get();
    if (row) return { kid: String(row.kid), jwk: JSON.parse(String(row.jwk)) as JWK };
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
    const [kid, jwk] = [randomBytes(20).toString('hex'), await exportJWK(privateKey)];
    const insert = db.prepare('INSERT INTO google_keys (kid, private_jwk, created_at) VALUES (?, ?, ?)');
    insert.run(kid, JSON.stringify(jwk), Date.now());
    return { kid, jwk };
  });

  return {
    /** Returns the JSON Web Key Set with the public key. */
    async publicKeys() {
      const { kid, jwk } = await key();
      const { kty, n, e } = jwk;
      return { keys: [{ kty, n, e, kid, alg: algorithm, use: 'sig' }] };
    },
    /** Signs a token of an account, issued now (RS256). A claim of `others` replaces the account's; null removes it. */
    async sign(person: GooglePerson, others: Readonly<Record<string, unknown>> = {}): Promise<string> {
      const { kid, jwk } = await key();
      const iat = Math.floor(Date.now() / 1000);
      const own = { iss: issuer, azp: clientId, aud: clientId, iat, exp: iat + TOKEN_LIFETIME_S };
      const claims = Object.entries({ ...own, ...personClaims(person, issuer), ...others });
      const kept: JWTPayload = Object.fromEntries(claims.filter(([, value]) => value !== null));
      return new SignJWT(kept)
        .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
        .sign(await importJWK(jwk, algorithm));
    },
  };
}

const CODE_LIFETIME_MS = 10 * minuteMs;

/** The sign-in that an authorization code was issued for. */
interface Grant {
  sub: string;
  request: AuthorizationRequest;
}

/** Stores authorization codes and access tokens in memory: they expire soon, and a restart only requires another sign-in. */
function createGrants() {
  const codes = new Map<string, Grant & { expiresAt: number }>();
  const tokens = new Map<string, { sub: string; expiresAt: number }>();

  function removeExpired(): void {
    for (const store of [codes, tokens])
      for (const [key, { expiresAt }] of store) if (expiresAt < Date.now()) store.delete(key);
  }

  return {
    issueCode(grant: Grant): string {
      removeExpired();
      const code = `4/${randomBytes(24).toString('base64url')}`;
      codes.set(code, { ...grant, expiresAt: Date.now() + CODE_LIFETIME_MS });
      return code;
    },
    /** Returns the grant of a code and invalidates the code. */
    consumeCode(code: string): Grant | undefined {
      removeExpired();
      const grant = codes.get(code);
      codes.delete(code);
      return grant;
    },
    issueAccessToken(sub: string): string {
      const token = `ya29.${randomBytes(24).toString('base64url')}`;
      tokens.set(token, { sub, expiresAt: Date.now() + TOKEN_LIFETIME_S * 1_000 });
      return token;
    },
    /** Returns the `sub` of a valid access token. */
    findSub(token: string): string | undefined {
      removeExpired();
      return tokens.get(token)?.sub;
    },
  };
}

/** Returns whether the code verifier matches the request's challenge (RFC 7636, method S256). */
export function matchesChallenge(
  { code_challenge }: AuthorizationRequest,
  verifier: string | undefined,
): boolean {
  const hash = createHash('sha256').update(verifier ?? '');
  return !code_challenge || code_challenge === hash.digest('base64url');
}

/** The one registered OAuth client. */
export interface GoogleClient {
  id: string;
  secret: string;
}

export interface GoogleSandboxOptions {
  /** Issuer URL, as in the `iss` claim; ends in `/google`. */
  issuer: string;
  client: GoogleClient;
  productName: string;
  productUrl: string;
}

/** State that the routes of the fake Google share; see {@link createGoogleParts}. */
export type GoogleParts = ReturnType<typeof createGoogleParts>;

/** Opens accounts and key in `store`. */
export function createGoogleParts(store: SandboxStore, options: GoogleSandboxOptions) {
  return {
    ...options,
    people: createGooglePeople(store),
    idTokens: createIdTokens(store, options.issuer, options.client.id),
    grants: createGrants(),
  };
}
