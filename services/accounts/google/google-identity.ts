import * as z from 'zod/mini';
import { minuteMs } from '#contracts/durations.ts';
import type { Config } from '#services/platform/config.ts';
import { notFound } from '#services/platform/errors.ts';
import type { TokenConfig } from '#services/platform/tokens/secrets.ts';
import { defineToken } from '#services/platform/tokens/signed-token.ts';

/** OAuth client configuration for Google. */
export type GoogleConfig = NonNullable<Config['google']>;

/** Returns the configuration of Google sign-in. Throws HttpError 404 when it is not configured. */
export function requireGoogle({ google }: Pick<Config, 'google'>): GoogleConfig {
  if (!google)
    throw notFound('Signing in with Google is not set up here. Please use your email and password.');
  return google;
}

/** A verified Google identity. Created only from a verified ID token or a registration ticket. */
export interface GoogleIdentity {
  /** Google's account id: immutable and never reassigned. */
  sub: string;
  /** Lower-cased and verified by Google. */
  email: string;
  /** Domain of the Google Workspace that manages the account. */
  hostedDomain: string | undefined;
  fullName: string;
  pictureUrl: string | null;
}

const googleOwnDomains = ['gmail.com', 'googlemail.com'];

/**
 * Returns whether Google is authoritative for the address: a Gmail address, or one of the Workspace domain
 * that manages the account. Any other address was verified once and may have changed owners since.
 */
export function isAuthoritative({ email, hostedDomain }: GoogleIdentity): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return googleOwnDomains.includes(domain) || domain === hostedDomain;
}

/** A registration ticket: the verified identity and the ticket's own id. */
export interface GoogleTicket extends Pick<GoogleIdentity, 'sub' | 'email' | 'fullName'> {
  id: string;
  expiresAt: Date;
}

const LIFETIME_MS = 30 * minuteMs;
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
