import type { Config } from '#services/platform/config.ts';
import type { Subscriber } from './subscriber.entity.ts';
import { signSubscriptionToken } from './subscription-token.ts';

type LinkConfig = Pick<Config, 'publicUrl' | 'token'>;

/** Returns the URL of the page that confirms a subscription. */
export async function confirmationLink(
  subscriberId: string,
  issuedAt: Date,
  config: LinkConfig,
): Promise<string> {
  const token = await signSubscriptionToken('confirm', { subscriberId, issuedAt }, config);
  return `${config.publicUrl}/newsletter/confirm?token=${token}`;
}

/** Returns the unsubscribe page and the headers for the mail client's unsubscribe button (RFC 8058). */
export async function unsubscribeLinks(
  { id, createdAt }: Pick<Subscriber, 'id' | 'createdAt'>,
  config: LinkConfig,
): Promise<{ page: string; headers: Record<string, string> }> {
  const token = await signSubscriptionToken('unsubscribe', { subscriberId: id, issuedAt: createdAt }, config);
  return {
    page: `${config.publicUrl}/newsletter/unsubscribe?token=${token}`,
    headers: {
      'List-Unsubscribe': `<${config.publicUrl}/api/newsletter/one-click?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
