import { createHash } from 'node:crypto';

/** What an address is known by where it is not kept itself: SHA-256 of its lower-cased form, in base64url. */
export function addressHash(address: string): string {
  return createHash('sha256').update(address.toLowerCase()).digest('base64url');
}
