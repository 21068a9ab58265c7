import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/** Returns what counts as one address: an IPv4 address, or the /56 network of an IPv6 one, which is what one household has. */
export function addressOf({ ip = '' }: Pick<Request, 'ip'>): string {
  // To parse an IPv4 address in the notation of IPv6, as a socket has it, takes longer than the other checks of a short call.
  return ipKeyGenerator(ip.replace(/^::ffff:(?=\d+\.)/i, ''));
}
