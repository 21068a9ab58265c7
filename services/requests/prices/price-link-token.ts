import * as z from 'zod/mini';
import { addressHash } from '#services/accounts/preferences/address-hash.ts';
import type { Config } from '#services/platform/config.ts';
import { defineToken } from '#services/platform/tokens/signed-token.ts';
import type { TokenConfig } from '#services/platform/tokens/token-keys.ts';

const priceLink = defineToken('confirm-price', z.object({ sub: z.uuid(), to: z.string(), terms: z.int() }));

/** What a link of a mail confirms: the price of a request as it was then, by the holder of the address. */
export interface PriceLink {
  requestId: string;
  addressHash: string;
  terms: number;
}

/** Returns the address of the page on which a learner confirms a price with one press. */
export async function pricePageUrl(
  { id, terms }: { id: string; terms: number },
  address: string,
  config: TokenConfig & Pick<Config, 'publicUrl'>,
): Promise<string> {
  const claims = { sub: id, to: addressHash(address), terms };
  return `${config.publicUrl}/confirm-price?token=${await priceLink.sign(claims, config, { expiresAt: 'never' })}`;
}

/** Verifies a token; undefined when it is forged or has another purpose. */
export async function readPriceLinkToken(text: string, config: TokenConfig): Promise<PriceLink | undefined> {
  const claims = await priceLink.verify(text, config);
  return claims && { requestId: claims.sub, addressHash: claims.to, terms: claims.terms };
}
