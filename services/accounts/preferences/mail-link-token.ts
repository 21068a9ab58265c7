import { jwtVerify, SignJWT } from 'jose';
import { type MailTopic, mailTopics } from '#contracts/mail-topics.ts';
import type { Config } from '#services/platform/config.ts';
import type { MailRecipient } from './mail-recipient.ts';

/** What a link at the foot of a mail may switch: one topic of one recipient. */
export interface MailLink {
  recipient: MailRecipient;
  topic: MailTopic;
}

type TokenConfig = Pick<Config, 'token'>;

const issuer = 'courselift';
const audience = 'courselift-mail-topic';
const algorithm = 'HS256';

/**
 * Signs a link. The same recipient and topic always give the same token, so a mail sent twice is the same mail; it
 * works for ever, because a mail may be opened years later.
 */
export function signMailLink({ recipient, topic }: MailLink, { token }: TokenConfig): Promise<string> {
  return new SignJWT({ topic, kind: 'userId' in recipient ? 'user' : 'address' })
    .setProtectedHeader({ alg: algorithm })
    .setSubject('userId' in recipient ? recipient.userId : recipient.addressHash)
    .setIssuer(issuer)
    .setAudience(audience)
    .sign(token.secret);
}

/** What a token allows, or undefined for one that is not ours or was made for something else. */
export async function readMailLinkToken(text: string, { token }: TokenConfig): Promise<MailLink | undefined> {
  try {
    const { payload } = await jwtVerify(text, token.secret, { algorithms: [algorithm], issuer, audience });
    const { sub, topic, kind } = payload;
    if (!sub || typeof topic !== 'string' || !Object.hasOwn(mailTopics, topic)) return undefined;
    return {
      recipient: kind === 'user' ? { userId: sub } : { addressHash: sub },
      topic: topic as MailTopic,
    };
  } catch {
    return undefined;
  }
}
