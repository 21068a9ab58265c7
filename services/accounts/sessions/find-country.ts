import { type FileHandle, open } from 'node:fs/promises';
import { isIPv4 } from 'node:net';

// Resolved at each use: a missing package must not keep the product from starting.
const ranges = {
  ipv4: () => import.meta.resolve('@ip-location-db/geo-whois-asn-country/geo-whois-asn-country-ipv4-num.csv'),
  ipv6: () => import.meta.resolve('@ip-location-db/geo-whois-asn-country/geo-whois-asn-country-ipv6-num.csv'),
};

/**
 * Returns the country of an address as an ISO 3166 code; null when the table does not know it or cannot be read, because a
 * sign-in must not fail for it. The table is searched in its file: in memory it would take 40 MB of each process.
 */
export async function findCountry(ip: string): Promise<string | null> {
  try {
    const file = await open(new URL(isIPv4(ip) ? ranges.ipv4() : ranges.ipv6()));
    try {
      return await search(file, toNumber(ip));
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}

// A line of the tables has at most 83 characters.
const reach = 128;

/** Finds the range of an address by bisection over the sorted lines `first,last,country` of a file. */
async function search(file: FileHandle, address: bigint): Promise<string | null> {
  let from = 0;
  let to = (await file.stat()).size;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const at = Math.max(from, middle - reach);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * reach), 0, 2 * reach, at);
    const text = buffer.toString('latin1', 0, bytesRead);
    const start = text.lastIndexOf('\n', middle - at - 1) + 1;
    const end = text.indexOf('\n', middle - at);
    const line = text.slice(start, end < 0 ? undefined : end);
    const [first = '', last = '', country = null] = line.split(',');
    if (address < BigInt(first)) to = at + start;
    else if (address > BigInt(last)) from = at + start + line.length + 1;
    else return country;
  }
  return null;
}

/** Returns an address as a number; of IPv6 also a network such as `2001:db8::/56`, as its first address. */
function toNumber(ip: string): bigint {
  if (isIPv4(ip)) return ip.split('.').reduce((number, part) => number * 256n + BigInt(part), 0n);
  const [before = [], after = []] = (ip.split('/')[0] ?? '')
    .split('::')
    .map((side) => side.split(':').filter(Boolean));
  const parts = [...before, ...Array(8 - before.length - after.length).fill('0'), ...after];
  return parts.reduce((number: bigint, part) => number * 65_536n + BigInt(`0x${part}`), 0n);
}
