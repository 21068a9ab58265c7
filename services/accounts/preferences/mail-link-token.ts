import * as z from 'zod/mini';
import { type MailTopic, mailTopics } from '#contracts/accounts/mail-topics.ts';
import { defineToken } from '#services/platform/tokens/signed-token.ts';
import type { TokenConfig } from '#services/platform/tokens/token-keys.ts';
import type { MailRecipient } from './mail-recipient.ts';

/** The scope of a link in a mail's footer: one topic of one recipient. */
export interface MailLink {
  recipient: MailRecipient;
  topic: MailTopic;
}

const mailLink = defineToken(
  'mail-topic',
  z.object({
    sub: z.string(),
    topic: z.enum(Object.keys(mailTopics) as MailTopic[]),
    kind: z.enum(['user', 'address']),
  }),
);

/** Signs a link. It does not expire, because a mail may be opened years later. */
export function signMailLink({ recipient, topic }: MailLink, config: TokenConfig): Promise<string> {
  const claims =
    'userId' in recipient
      ? { topic, kind: 'user' as const, sub: recipient.userId }
      : { topic, kind: 'address' as const, sub: recipient.addressHash };
  return mailLink.sign(claims, config, { expiresAt: 'never' });
}

/** Returns the content of a token, or undefined when it is forged or has another purpose. */
export async function readMailLinkToken(text: string, config: TokenConfig): Promise<MailLink | undefined> {
  const claims = await mailLink.verify(text, config);
  if (!claims) return undefined;
  const { kind, sub, topic } = claims;
  return { recipient: kind === 'user' ? { userId: sub } : { addressHash: sub }, topic };
}
