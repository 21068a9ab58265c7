import { createHash, randomBytes } from 'node:crypto';
import type { AuthorizationRequest } from './authorization-request.ts';
import { TOKEN_LIFETIME_S } from './person-claims.ts';

const CODE_LIFETIME_MS = 10 * 60_000;

/** What a code stands for. */
interface Grant {
  sub: string;
  request: AuthorizationRequest;
}

/** Codes and access tokens that were given out; see {@link createGrants}. */
export type Grants = ReturnType<typeof createGrants>;

/** Keeps codes and access tokens in memory: they live for minutes, and a restart only means to sign in again. */
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
    /** What a code stands for, once; a second try finds nothing. */
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
    /** The `sub` that an access token is good for. */
    findSub(token: string): string | undefined {
      removeExpired();
      return tokens.get(token)?.sub;
    },
  };
}

/** Whether a verifier is what the challenge of the request was made from (RFC 7636, method S256). */
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
