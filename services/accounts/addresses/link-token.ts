import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { Config } from '#services/platform/config.ts';
import type { LinkPurpose } from './account-link.entity.ts';

type TokenConfig = Pick<Config, 'token'>;

const issuer = 'courselift';
const algorithm = 'HS256';
const audienceOf = (purpose: LinkPurpose) => `courselift-link-${purpose}`;

/**
 * Returns the signed token of a link: its id, bound to its purpose, so that neither database rows nor job
 * payloads contain a secret. The token has no expiry; the database row decides whether the link is valid.
 */
export function signLink(id: string, purpose: LinkPurpose, { token }: TokenConfig): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm })
    .setJti(id)
    .setIssuer(issuer)
    .setAudience(audienceOf(purpose))
    .sign(token.secret);
}

/** Returns the id of a link signed for this purpose, or undefined when the token is invalid. */
export async function readLink(
  text: string,
  purpose: LinkPurpose,
  { token }: TokenConfig,
): Promise<string | undefined> {
  try {
    const audience = audienceOf(purpose);
    const { payload } = await jwtVerify(text.trim(), token.secret, {
      algorithms: [algorithm],
      issuer,
      audience,
    });
    return z.uuid().safeParse(payload.jti).data;
  } catch {
    return undefined;
  }
}
