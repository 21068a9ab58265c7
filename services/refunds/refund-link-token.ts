import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { addressHash } from '#services/accounts/preferences/address-hash.ts';
import type { Config } from '#services/platform/config.ts';

type TokenConfig = Pick<Config, 'token'>;

const issuer = 'courselift';
const audience = 'courselift-refund-details';
const algorithm = 'HS256';

/**
 * Returns the address of the page on which a payer enters bank details. Its token has no expiry: the status of the
 * refund decides whether details are taken. It is bound to the payer's address, so changing that invalidates it.
 */
export async function refundPageUrl(
  refundId: string,
  address: string,
  { token, publicUrl }: TokenConfig & Pick<Config, 'publicUrl'>,
): Promise<string> {
  const signed = await new SignJWT({ to: addressHash(address) })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(refundId)
    .setIssuer(issuer)
    .setAudience(audience)
    .sign(token.secret);

  return `${publicUrl}/refund?token=${signed}`;
}

const PayloadSchema = z.object({ sub: z.uuid(), to: z.string() });

/** Verifies a token; undefined when signature, issuer or audience is wrong. */
export async function readRefundLinkToken(
  text: string,
  { token }: TokenConfig,
): Promise<{ refundId: string; addressHash: string } | undefined> {
  try {
    const options = { algorithms: [algorithm], issuer, audience };
    const { payload } = await jwtVerify(text.trim(), token.secret, options);
    const { data } = PayloadSchema.safeParse(payload);
    return data && { refundId: data.sub, addressHash: data.to };
  } catch {
    return undefined;
  }
}
