import { jwtVerify, SignJWT } from 'jose';
import { type MailTopic, mailTopics } from '#contracts/mail-topics.ts';
import type { Config } from '#services/platform/config.ts';
import type { MailRecipient } from './mail-recipient.ts';

/** The scope of a link in a mail's footer: one topic of one recipient. */
export interface MailLink {
  recipient: MailRecipient;
  topic: MailTopic;
}

type TokenConfig = Pick<Config, 'token'>;

const issuer = 'courselift';
const audience = 'courselift-mail-topic';
const algorithm = 'HS256';

/**
 * Signs a link. The token is deterministic, so that a retried mail is identical, and has no expiry, because a
 * mail may be opened years later.
 */
export function signMailLink({ recipient, topic }: MailLink, { token }: TokenConfig): Promise<string> {
  return new SignJWT({ topic, kind: 'userId' in recipient ? 'user' : 'address' })
    .setProtectedHeader({ alg: algorithm })
    .setSubject('userId' in recipient ? recipient.userId : recipient.addressHash)
    .setIssuer(issuer)
    .setAudience(audience)
    .sign(token.secret);
}

/** Returns the content of a token, or undefined when it is forged or has another audience. */
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
