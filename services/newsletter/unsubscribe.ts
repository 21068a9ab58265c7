import type {
  unsubscribe as contract,
  oneClickUnsubscribe as oneClickContract,
  openUnsubscribePage as openContract,
} from '#contracts/newsletter/newsletter.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { execute } from '#services/platform/database/sql.ts';
import { invalid } from '#services/platform/errors.ts';
import { readSubscriptionToken } from './subscription-token.ts';

/** Unsubscribes an address; idempotent. */
export const unsubscribe: Handler<typeof contract> = ({ body }, deps) => unsubscribeByToken(body.token, deps);

/** Unsubscribes an address with the mail client's button (RFC 8058); idempotent. */
export const oneClickUnsubscribe: Handler<typeof oneClickContract> = ({ query }, deps) =>
  unsubscribeByToken(query.token, deps);

/** Redirects a visit of the button's address to the page; changes nothing, because mail scanners open every link. */
export const openUnsubscribePage: Handler<typeof openContract> = async ({ query: { token = '' } }) =>
  `/newsletter/unsubscribe?${new URLSearchParams({ token })}`;

async function unsubscribeByToken(text: string, { db, config }: Deps): Promise<{ message: string }> {
  const token = await readSubscriptionToken('unsubscribe', text, config);
  if (!token) throw invalid('This link is not complete. Please open it from the mail again.');
  await execute(
    db,
    'UPDATE subscribers SET unsubscribed_at = now(), asked_at = NULL WHERE id = $1 AND unsubscribed_at IS NULL',
    [token.subscriberId],
  );
  return { message: 'You are unsubscribed: no more news from us.' };
}
