import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { Config } from '#services/platform/config.ts';
import type { LinkPurpose } from './account-link.entity.ts';

type TokenConfig = Pick<Config, 'token'>;

const issuer = 'courselift';
const algorithm = 'HS256';
const audienceOf = (purpose: LinkPurpose) => `courselift-link-${purpose}`;

/**
 * The secret part of a link: its id, signed for its purpose, so that neither database nor job ever holds it. Says
 * nothing about time: whether the link still works stands in the database.
 */
export function signLink(id: string, purpose: LinkPurpose, { token }: TokenConfig): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm })
    .setJti(id)
    .setIssuer(issuer)
    .setAudience(audienceOf(purpose))
    .sign(token.secret);
}

/** The id of a link that we signed for this purpose, or undefined. */
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
