import { withScheme } from '#contracts/public-web-address.ts';
import { isCourseSite, typedAddress } from '#contracts/site/outgoing-link.ts';

/** Where a link of the leaving page leads. */
export interface Destination {
  href: string;
  /** Host with port, in ASCII: letters of other alphabets appear as `xn--…`, because some look like Latin ones. */
  site: string;
  hasForeignLetters: boolean;
  isEncrypted: boolean;
  /** A platform of courses that other pages link to directly. */
  isKnown: boolean;
}

/** Why the page does not offer a link; a key of its texts. */
export type RefusedDestination = 'missing' | 'user' | 'scheme' | 'local';

const longestAddress = 2_048;

/** Describes the destination in the query of the leaving page, which anybody can write. */
export function describeDestination(query: URLSearchParams): Destination | RefusedDestination {
  const [typed = '', ...others] = query.getAll('to');
  if (typed.trim() === '' || others.length > 0 || typed.length > longestAddress) return 'missing';
  const url = typedAddress(typed);
  if (!url) return reasonOf(typed);
  const { href, host, protocol } = url;
  return {
    href,
    site: host,
    hasForeignLetters: /(^|\.)xn--/.test(host),
    isEncrypted: protocol === 'https:',
    isKnown: isCourseSite(url),
  };
}

function reasonOf(typed: string): RefusedDestination {
  try {
    const { protocol, username, password } = new URL(withScheme(typed));
    if (!/^https?:$/.test(protocol)) return 'scheme';
    return username || password ? 'user' : 'local';
  } catch {
    return 'missing';
  }
}
