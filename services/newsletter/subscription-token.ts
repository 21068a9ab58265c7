import * as z from 'zod/mini';
import { defineToken } from '#services/platform/tokens/signed-token.ts';
import type { TokenConfig } from '#services/platform/tokens/token-keys.ts';

/** What a newsletter token authorizes. A token is valid for one purpose only. */
export type TokenPurpose = 'confirm' | 'unsubscribe';

/** Content of a newsletter token: the subscriber, and when the mail that contains it was enqueued. */
export interface SubscriptionToken {
  subscriberId: string;
  issuedAt: Date;
}

const ClaimsSchema = z.object({ sub: z.string() });
const tokens = {
  confirm: defineToken('newsletter-confirm', ClaimsSchema),
  unsubscribe: defineToken('newsletter-unsubscribe', ClaimsSchema),
};

/** Lifetime of a confirmation link in milliseconds. Unsubscribe links do not expire. */
const CONFIRMATION_LIFETIME_MS = 7 * 86_400_000;

/** Signs a token. Deterministic for the same subscriber and time, so that a retried mail is identical. */
export function signSubscriptionToken(
  purpose: TokenPurpose,
  { subscriberId, issuedAt }: SubscriptionToken,
  config: TokenConfig,
): Promise<string> {
  const expiresAt =
    purpose === 'confirm' ? new Date(issuedAt.getTime() + CONFIRMATION_LIFETIME_MS) : ('never' as const);
  return tokens[purpose].sign({ sub: subscriberId }, config, { issuedAt, expiresAt });
}

/** Returns the content of a token, or undefined when it is forged, has another purpose or has expired. */
export async function readSubscriptionToken(
  purpose: TokenPurpose,
  text: string,
  config: TokenConfig,
): Promise<SubscriptionToken | undefined> {
  const { sub: subscriberId, issuedAt } = (await tokens[purpose].verify(text, config)) ?? {};
  return subscriberId && issuedAt ? { subscriberId, issuedAt } : undefined;
}
