import { createHash, randomBytes } from 'node:crypto';
import type { AuthorizationRequest } from './authorization-request.ts';
import { TOKEN_LIFETIME_S } from './person-claims.ts';

const CODE_LIFETIME_MS = 10 * 60_000;

/** What an authorization code was issued for. */
interface Grant {
  sub: string;
  request: AuthorizationRequest;
}

/** Issued authorization codes and access tokens; see {@link createGrants}. */
export type Grants = ReturnType<typeof createGrants>;

/** Stores authorization codes and access tokens in memory: they expire soon, and a restart only requires another sign-in. */
export function createGrants() {
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
  if (!code_challenge) return true;
  return (
    code_challenge ===
    createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url')
  );
}
