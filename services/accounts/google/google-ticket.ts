import * as z from 'zod/mini';
import { defineToken } from '#services/platform/tokens/signed-token.ts';
import type { TokenConfig } from '#services/platform/tokens/token-keys.ts';
import type { GoogleIdentity } from './google-identity.ts';

/** A registration ticket: the verified identity and the ticket's own id. */
export interface GoogleTicket extends Pick<GoogleIdentity, 'sub' | 'email' | 'fullName'> {
  id: string;
  expiresAt: Date;
}

const LIFETIME_MS = 30 * 60_000;
const ticket = defineToken(
  'google-registration',
  z.object({ jti: z.uuid(), sub: z.string(), email: z.string(), name: z.string() }),
);

/** Signs a registration ticket for a verified identity. Valid for 30 minutes and for one use. */
export function signGoogleTicket(
  { sub, email, fullName: name }: GoogleIdentity,
  config: TokenConfig,
): Promise<string> {
  const claims = { jti: crypto.randomUUID(), sub, email, name };
  return ticket.sign(claims, config, { expiresAt: new Date(Date.now() + LIFETIME_MS) });
}

/** Returns the content of a ticket, or undefined when it is forged, has another purpose or has expired. */
export async function readGoogleTicket(text: string, config: TokenConfig): Promise<GoogleTicket | undefined> {
  const claims = await ticket.verify(text, config);
  if (!claims?.expiresAt) return undefined;
  const { jti: id, sub, email, name: fullName, expiresAt } = claims;
  return { id, expiresAt, sub, email, fullName };
}
