import { BlockList, isIPv4 } from 'node:net';
import { hashText } from '#services/platform/tokens/secrets.ts';
import type { TokenConfig } from '#services/platform/tokens/token-keys.ts';

// Addresses that say nothing about where a person is (RFC 6890): loopback, private and link-local.
const local = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  local.addSubnet(network, prefix);

/**
 * Returns a keyed hash of a caller's address, equal for the same address (IPv6: network) only; null for addresses that many
 * unrelated people have. The address itself is not stored.
 */
export function networkHash(ip: string, config: TokenConfig): string | null {
  if (isIPv4(ip) ? local.check(ip) : /^(::|f[cde])/i.test(ip)) return null;
  return hashText('network', ip, config);
}
