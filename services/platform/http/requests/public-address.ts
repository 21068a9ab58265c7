import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

// Networks that are not part of the public internet (IANA special-purpose registries, RFC 6890).
const special = new BlockList();
for (const network of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24',
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
  '::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8',
].flatMap((networks) => networks.split(' '))) {
  const [address = '', prefix] = network.split('/');
  special.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Returns whether an IP address is on the public internet; an IPv4 address in IPv6 form is what it stands for.
 * @internal Its test needs no names that resolve to each address.
 */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isPublicAddress(mapped);
  return !special.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Resolves a host for a connection, and fails when one of its addresses is not public. The connection uses the addresses
 * that were checked, so a name that resolves differently the next time (DNS rebinding) gains nothing.
 */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '');
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
      return done(new Error(`${hostname} is not on the public internet`), '');
    if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
};
