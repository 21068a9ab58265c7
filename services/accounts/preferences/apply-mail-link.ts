import type {
  applyMailLink as contract,
  oneClickUnsubscribeTopic as oneClickContract,
  openMailTopicPage as openContract,
  readMailLink as readContract,
} from '#contracts/accounts/mail-topics.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { invalid } from '#services/platform/errors.ts';
import { UserEntity } from '../user.entity.ts';
import { type MailLink, readMailLinkToken } from './mail-link-token.ts';
import { isTopicOn, switchTopic } from './switch-topic.ts';

/** Returns the topic of a link and its state. Read-only, because mail scanners open every link. */
export const readMailLink: Handler<typeof readContract> = async ({ query }, deps) => {
  const { recipient, topic } = await openLink(query.token, deps);
  return {
    message: 'This kind of mail',
    data: { topic, isOn: await isTopicOn(deps.db.manager, recipient, topic) },
  };
};

/** Switches the topic of a link on or off. */
export const applyMailLink: Handler<typeof contract> = async ({ body: { token, isOn } }, deps) => {
  const { recipient, topic } = await openLink(token, deps);
  await switchTopic(deps.db.manager, recipient, topic, isOn);
  return {
    message: isOn ? 'You get these mails again.' : 'No more mails of this kind.',
    data: { topic, isOn },
  };
};

/** Switches the topic of a link off: the one-click unsubscribe of RFC 8058. */
export const oneClickUnsubscribeTopic: Handler<typeof oneClickContract> = async ({ query }, deps) => {
  const { recipient, topic } = await openLink(query.token, deps);
  await switchTopic(deps.db.manager, recipient, topic, false);
  return { message: 'No more mails of this kind.' };
};

/** Redirects a visit of the button's address to the page; changes nothing. */
export const openMailTopicPage: Handler<typeof openContract> = async ({ query: { token = '' } }) =>
  `/mail-topic?${new URLSearchParams({ token })}`;

async function openLink(token: string, { db, config }: Deps): Promise<MailLink> {
  const link = await readMailLinkToken(token, config);
  const error = invalid('This link is not complete. Please open it from the mail again.');
  if (!link) throw error;
  const { recipient } = link;
  // The account was deleted.
  if ('userId' in recipient && !(await db.getRepository(UserEntity).existsBy({ id: recipient.userId })))
    throw error;
  return link;
}
