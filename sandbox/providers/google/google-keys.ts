import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { loadOnce } from '#services/platform/load-once.ts';
import type { SandboxStore } from '../sandbox-store.ts';

const algorithm = 'RS256';

/** The key pair that tokens are signed with; see {@link createGoogleKeys}. */
export type GoogleKeys = ReturnType<typeof createGoogleKeys>;

/** Stores one RSA key in `store`, generated on first use, so that tokens stay valid across restarts. */
export function createGoogleKeys({ db }: SandboxStore) {
  const key = loadOnce(async (): Promise<{ kid: string; jwk: JWK }> => {
    const row = db.prepare('SELECT kid, private_jwk AS jwk FROM google_keys').get();
    if (row) return { kid: String(row.kid), jwk: JSON.parse(String(row.jwk)) as JWK };
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
    const [kid, jwk] = [randomBytes(20).toString('hex'), await exportJWK(privateKey)];
    db.prepare('INSERT INTO google_keys (kid, private_jwk, created_at) VALUES (?, ?, ?)').run(
      kid,
      JSON.stringify(jwk),
      Date.now(),
    );
    return { kid, jwk };
  });

  return {
    /** Returns the JSON Web Key Set with the public key. */
    async publicKeys() {
      const { kid, jwk } = await key();
      const { kty, n, e } = jwk;
      return { keys: [{ kty, n, e, kid, alg: algorithm, use: 'sig' }] };
    },
    /** Signs exactly these claims (RS256). */
    async sign(claims: JWTPayload): Promise<string> {
      const { kid, jwk } = await key();
      return new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
        .sign(await importJWK(jwk, algorithm));
    },
  };
}
