import * as z from 'zod/mini';
import { defineToken, type SignedToken } from '#services/platform/tokens/signed-token.ts';
import type { TokenConfig } from '#services/platform/tokens/token-keys.ts';
import { type LinkPurpose, linkPurposes } from './account-link.entity.ts';

const ClaimsSchema = z.object({ jti: z.uuid() });
const tokens = Object.fromEntries(
  linkPurposes.map((purpose) => [purpose, defineToken(`link-${purpose}`, ClaimsSchema)]),
) as Record<LinkPurpose, SignedToken<z.output<typeof ClaimsSchema>>>;

/**
 * Returns the signed token of a link: its id, bound to its purpose, so that neither database rows nor job
 * payloads contain a secret. The token has no expiry; the database row decides whether the link is valid.
 */
export function signLink(id: string, purpose: LinkPurpose, config: TokenConfig): Promise<string> {
  return tokens[purpose].sign({ jti: id }, config, { expiresAt: 'never' });
}

/** Returns the id of a link signed for this purpose, or undefined when the token is invalid. */
export async function readLink(
  text: string,
  purpose: LinkPurpose,
  config: TokenConfig,
): Promise<string | undefined> {
  return (await tokens[purpose].verify(text, config))?.jti;
}
