import { outgoingAddress } from '#contracts/site/outgoing-link.ts';
import type { Config } from '../config.ts';

/** The addresses that mails link to directly. */
export type OwnAddresses = Pick<Config, 'publicUrl' | 'meetingRooms'>;

/**
 * Returns where a link of a mail leads: our pages, meeting rooms and course platforms directly, every other site through
 * the page that names it (decision 061). Throws when no mail may link there.
 */
export function linkTarget(url: string, { publicUrl, meetingRooms }: OwnAddresses): string {
  const address = URL.parse(url);
  const isWeb = address !== null && /^https?:$/.test(address.protocol);
  const own = [publicUrl, meetingRooms.baseUrl].map((base) => new URL(base).origin);
  if (isWeb && own.includes(address.origin)) return url;
  const outgoing = outgoingAddress(url);
  if (!isWeb || outgoing === undefined) throw new Error('A mail may only link to the web');
  return new URL(outgoing, publicUrl).href;
}
