import { parseUrl } from '../parse-url.ts';
import { withScheme } from '../public-web-address.ts';

/**
 * Links of calls that the two may agree on, by service, as host, path and query. None has room for a phone number or an
 * address; an id of Zoom has as many digits as a number in some countries, but never a + or a leading 0. Random passwords and
 * ids hardly have nine digits in a row.
 */
const forms: Record<string, RegExp> = {
  'Google Meet': /^meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}$/,
  Zoom: /^(?:[a-z][a-z-]{0,20}\d{0,2}[a-z]{0,4}\.)?zoom\.us\/j\/[1-9]\d{8,10}(?:\?pwd=(?!.*\d{9})[A-Za-z\d]{4,64}(?:\.\d)?)?$/,
  'Microsoft Teams':
    /^(?:teams\.(?:live|microsoft)\.com\/meet\/[1-9]\d{9,14}\?p=(?!.*\d{9})[a-z\d]{8,64}|teams\.microsoft\.com\/l\/meetup-join\/19%3ameeting_[\w-]{20,100}%40thread\.v2\/0(?:\?context=%7b[\w%-]{40,200}%7d)?)$/i,
  WhatsApp: /^call\.whatsapp\.com\/(?:voice|video)\/(?!.*\d{9})[A-Za-z\d]{20,30}$/,
};

/** Services whose links are accepted, in words. */
export const meetingLinkServices = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  Object.keys(forms),
);

export interface MeetingLink {
  url: string;
  service: string;
}

/** Returns a typed link of a call, if it has one of the forms that are accepted. */
export function parseMeetingLink(typed: string): MeetingLink | undefined {
  const url = parseUrl(withScheme(typed));
  if (url?.protocol !== 'https:' || url.username || url.password || url.port) return undefined;
  const text = `${url.hostname}${url.pathname}${url.search}`;
  const service = Object.keys(forms).find((name) => forms[name]?.test(text));
  return service ? { url: `https://${text}`, service } : undefined;
}
