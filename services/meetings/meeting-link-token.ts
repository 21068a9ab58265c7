import * as z from 'zod/mini';
import { addressHash } from '#services/accounts/preferences/address-hash.ts';
import { defineToken } from '#services/platform/tokens/signed-token.ts';
import type { TokenConfig } from '#services/platform/tokens/token-keys.ts';

/** The payload of a meeting link: the meeting, and the hash of the address that the mail was sent to. */
export interface MeetingLink {
  meetingId: string;
  addressHash: string;
}

const meetingLink = defineToken('meeting-reply', z.object({ sub: z.uuid(), to: z.string() }));

/**
 * Signs the token of a meeting link. It has no expiry: the status of the meeting decides whether a reply is possible. It
 * is bound to the recipient's address, so that changing the address invalidates it.
 */
export function signMeetingLink(meetingId: string, address: string, config: TokenConfig): Promise<string> {
  const claims = { sub: meetingId, to: addressHash(address) };
  return meetingLink.sign(claims, config, { expiresAt: 'never' });
}

/** Verifies a token and returns its payload; undefined when it is forged or has another purpose. */
export async function readMeetingLinkToken(
  text: string,
  config: TokenConfig,
): Promise<MeetingLink | undefined> {
  const claims = await meetingLink.verify(text, config);
  return claims && { meetingId: claims.sub, addressHash: claims.to };
}
