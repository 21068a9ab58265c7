import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { addressHash } from '#services/accounts/preferences/address-hash.ts';
import type { Config } from '#services/platform/config.ts';

/** The payload of a meeting link: the meeting, and the hash of the address that the mail was sent to. */
export interface MeetingLink {
  meetingId: string;
  addressHash: string;
}

type TokenConfig = Pick<Config, 'token'>;

const issuer = 'courselift';
const audience = 'courselift-meeting-reply';
const algorithm = 'HS256';

/**
 * Signs the token of a meeting link (JWT, HS256). It has no expiry: the status of the meeting decides whether a reply
 * is possible. It is bound to the recipient's address, so that changing the address invalidates it.
 */
export function signMeetingLink(meetingId: string, address: string, { token }: TokenConfig): Promise<string> {
  return new SignJWT({ to: addressHash(address) })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(meetingId)
    .setIssuer(issuer)
    .setAudience(audience)
    .sign(token.secret);
}

const PayloadSchema = z.object({ sub: z.uuid(), to: z.string() });

/** Verifies a token and returns its payload; undefined when signature, issuer or audience is wrong. */
export async function readMeetingLinkToken(
  text: string,
  { token }: TokenConfig,
): Promise<MeetingLink | undefined> {
  try {
    const { payload } = await jwtVerify(text.trim(), token.secret, {
      algorithms: [algorithm],
      issuer,
      audience,
    });
    const { data } = PayloadSchema.safeParse(payload);
    return data && { meetingId: data.sub, addressHash: data.to };
  } catch {
    return undefined;
  }
}
