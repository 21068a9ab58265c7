import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { addressHash } from '#services/accounts/preferences/address-hash.ts';
import type { Config } from '#services/platform/config.ts';

/** What the link in a learner's mail names: the meeting, and the address that the mail went to. */
export interface MeetingLink {
  meetingId: string;
  addressHash: string;
}

type TokenConfig = Pick<Config, 'token'>;

const issuer = 'courselift';
const audience = 'courselift-meeting-reply';
const algorithm = 'HS256';

/**
 * Signs the link of a mail about a meeting. It has no expiry: the status of the meeting decides whether a reply is
 * possible. It holds for the address that the mail went to, so that it ends when the learner changes the address.
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

/** Returns what a token names, or undefined for one that was not signed here for this purpose. */
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
