import * as z from 'zod/mini';
import { addressHash } from '#services/accounts/preferences/address-hash.ts';
import type { Config } from '#services/platform/config.ts';
import { defineToken } from '#services/platform/tokens/signed-token.ts';
import type { TokenConfig } from '#services/platform/tokens/token-keys.ts';

const refundLink = defineToken('refund-details', z.object({ sub: z.uuid(), to: z.string() }));

/**
 * Returns the address of the page on which a payer enters bank details. Its token has no expiry: the status of the
 * refund decides whether details are taken. It is bound to the payer's address, so changing that invalidates it.
 */
export async function refundPageUrl(
  refundId: string,
  address: string,
  config: TokenConfig & Pick<Config, 'publicUrl'>,
): Promise<string> {
  const claims = { sub: refundId, to: addressHash(address) };
  return `${config.publicUrl}/refund?token=${await refundLink.sign(claims, config, { expiresAt: 'never' })}`;
}

/** Verifies a token; undefined when it is forged or has another purpose. */
export async function readRefundLinkToken(
  text: string,
  config: TokenConfig,
): Promise<{ refundId: string; addressHash: string } | undefined> {
  const claims = await refundLink.verify(text, config);
  return claims && { refundId: claims.sub, addressHash: claims.to };
}
