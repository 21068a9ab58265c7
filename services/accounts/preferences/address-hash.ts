import { createHash } from 'node:crypto';

/**
 * Returns the SHA-256 of the lower-cased address in base64url, which identifies an address without storing
 * it.
 */
export function addressHash(address: string): string {
  return createHash('sha256').update(address.toLowerCase()).digest('base64url');
}
