import type { JWTHeaderParameters, JWTPayload } from 'jose';
import type * as z from 'zod/mini';
import { signingKey, type TokenConfig, verifyingKey } from './secrets.ts';

const issuer = 'courselift';
const algorithm = 'HS256';

/** When a token was issued and when it expires. */
export interface TokenTimes {
  /** Default: now for a token that expires, absent for one that does not, so that it is deterministic. */
  issuedAt?: Date;
  expiresAt: Date | 'never';
}

/**
 * Defines a signed, stateless token: a JWT (RFC 7519, HS256) whose audience is its purpose, so that a token for one purpose
 * is never accepted for another. Its `kid` names the key of `TOKEN_KEYS`; without one it is `TOKEN_SECRET`. `jti`, `sub` and other claims are named in the schema. Purposes
 * and claims must not change: links in mails stay valid for years.
 */
export function defineToken<Claims extends object>(purpose: string, schema: z.ZodMiniType<Claims>) {
  const audience = `courselift-${purpose}`;
  return {
    async sign(claims: Claims, config: TokenConfig, { issuedAt, expiresAt }: TokenTimes): Promise<string> {
      const { SignJWT } = await loadJose();
      const kid = config.token.signingKey;
      const jwt = new SignJWT({ ...claims } as JWTPayload)
        .setProtectedHeader({ alg: algorithm, ...(kid && { kid }) })
        .setIssuer(issuer)
        .setAudience(audience);
      // In seconds, with a fraction: a confirmation of the newsletter is compared with the time of its mail.
      if (issuedAt) jwt.setIssuedAt(issuedAt.getTime() / 1000);
      if (expiresAt !== 'never') {
        if (!issuedAt) jwt.setIssuedAt();
        jwt.setExpirationTime(expiresAt);
      }
      return jwt.sign(await importKey(signingKey(config)));
    },
    /** Returns the claims, or undefined when the token is forged, has expired, or was signed for another purpose. */
    async verify(text: string, config: TokenConfig) {
      const { jwtVerify } = await loadJose();
      try {
        const keyOf = ({ kid }: JWTHeaderParameters) => importKey(verifyingKey(kid, config));
        const options = { algorithms: [algorithm], issuer, audience };
        const { payload } = await jwtVerify(text.trim(), keyOf, options);
        const { iat, exp } = payload;
        return { ...schema.parse(payload), issuedAt: toDate(iat), expiresAt: toDate(exp) };
      } catch {
        return undefined;
      }
    },
  };
}

// Imported with the first token: with its 46 modules it is one of the largest libraries of a start.
const loadJose = () => import('jose');

const imported = new WeakMap<Buffer, Promise<CryptoKey>>();

// jose imports a key that is given as bytes for every token.
function importKey(key: Buffer): Promise<CryptoKey> {
  const known = imported.get(key);
  if (known !== undefined) return known;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const importing = crypto.subtle.importKey('raw', new Uint8Array(key), hmac, false, ['sign', 'verify']);
  imported.set(key, importing);
  return importing;
}

const toDate = (seconds: number | undefined) =>
  seconds === undefined ? undefined : new Date(seconds * 1000);
