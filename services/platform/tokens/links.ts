import * as z from 'zod/mini';
import { oneClickUnsubscribeTopic } from '#contracts/accounts/mail-settings.ts';
import { type MailTopic, mailTopics } from '#contracts/accounts/mail-topics.ts';
import { dayMs, minuteMs } from '#contracts/durations.ts';
import { oneClickUnsubscribe } from '#contracts/newsletter/newsletter.ts';
import type { Config } from '../config.ts';
import type { TokenConfig } from './secrets.ts';
import { defineToken } from './signed-token.ts';

/**
 * Defines a link in a mail: a page of the site with a signed token. Purpose and claims must not change, because links in mails
 * stay valid for years. Without a lifetime the token does not expire, and the state of its row decides what it still allows.
 */
function defineLink<Claims extends object>(
  purpose: string,
  page: `/${string}`,
  claims: z.ZodMiniType<Claims>,
  lifetimeMs?: number,
) {
  const token = defineToken(purpose, claims);
  /** Deterministic for the same claims and time, so that a retried mail is identical. */
  const sign = (content: Claims, config: TokenConfig, issuedAt = lifetimeMs ? new Date() : undefined) =>
    token.sign(content, config, {
      ...(issuedAt && { issuedAt }),
      expiresAt: issuedAt && lifetimeMs ? new Date(issuedAt.getTime() + lifetimeMs) : 'never',
    });
  return {
    page,
    sign,
    verify: token.verify,
    /** Returns the URL of the page with a token; parameters as in `sign`. */
    url: async (content: Claims, config: TokenConfig & Pick<Config, 'publicUrl'>, issuedAt?: Date) =>
      `${config.publicUrl}${page}?token=${await sign(content, config, issuedAt)}`,
  };
}

/** Defines a link whose row in `account_links` expires after `lifetimeMs`. Its token is the signed id of the row. */
const storedLink = (purpose: string, page: `/${string}`, lifetimeMs: number) => ({
  ...defineLink(`link-${purpose}`, page, z.object({ jti: z.uuid() })),
  lifetimeMs,
});

/** The single-use links of accounts, by the purpose in their rows. */
export const accountLinks = {
  'verify-email': storedLink('verify-email', '/verify-email', 7 * dayMs),
  'reset-password': storedLink('reset-password', '/reset-password', 30 * minuteMs),
  'change-email': storedLink('change-email', '/confirm-email-change', dayMs),
  'undo-email-change': storedLink('undo-email-change', '/undo-email-change', 7 * dayMs),
  'guardian-consent': storedLink('guardian-consent', '/guardian-consent', 30 * dayMs),
};
/** Purpose of a link of {@link accountLinks}, which is valid for no other one. */
export type LinkPurpose = keyof typeof accountLinks;

const row = z.object({ sub: z.uuid() });
// `to` is the hash of the recipient's address, so that changing the address invalidates the link.
const rowForRecipient = z.extend(row, { to: z.string() });
// Of a user, or of the hash of an address without an account.
const recipientTopic = z.object({
  sub: z.string(),
  topic: z.enum(Object.keys(mailTopics) as MailTopic[]),
  kind: z.enum(['user', 'address']),
});

/** The other links in mails; no other module defines one. */
export const links = {
  meeting: defineLink('meeting-reply', '/meeting-reply', rowForRecipient),
  // `isOfDashboard`: not mailed, so that it proves no mailbox and needs the payer's sign-in.
  refund: defineLink(
    'refund-details',
    '/refund',
    z.extend(rowForRecipient, { isOfDashboard: z.optional(z.boolean()) }),
  ),
  price: defineLink('confirm-price', '/confirm-price', z.extend(rowForRecipient, { terms: z.int() })),
  notReceived: defineLink('course-not-received', '/course-not-received', rowForRecipient),
  appeal: defineLink('appeal', '/appeal', row),
  mailTopic: defineLink('mail-topic', '/mail-topic', recipientTopic),
  subscribe: defineLink('newsletter-confirm', '/newsletter/confirm', row, 7 * dayMs),
  unsubscribe: defineLink('newsletter-unsubscribe', '/newsletter/unsubscribe', row),
};

/** How a recipient unsubscribes: the URL of the page, and the headers for the mail client's button. */
export interface UnsubscribeLinks {
  unsubscribeUrl: string;
  /** RFC 8058. */
  headers: Record<string, string>;
}

const oneClickPaths = { mailTopic: oneClickUnsubscribeTopic.path, unsubscribe: oneClickUnsubscribe.path };

/** Returns how a recipient unsubscribes with a token of this link. */
export function unsubscribeLinks(
  link: keyof typeof oneClickPaths,
  token: string,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): UnsubscribeLinks {
  return {
    unsubscribeUrl: `${publicUrl}${links[link].page}?token=${token}`,
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api${oneClickPaths[link]}?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
