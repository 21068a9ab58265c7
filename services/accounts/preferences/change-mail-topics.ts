import type { EntityManager } from 'typeorm';
import type * as contracts from '#contracts/accounts/mail-settings.ts';
import { type MailTopic, topicsOfRole } from '#contracts/accounts/mail-topics.ts';
import type { Role } from '#contracts/endpoint.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { invalid, invalidField } from '#services/platform/errors.ts';
import { links } from '#services/platform/tokens/links.ts';
import { MailOptOutEntity, UserEntity } from '../user.entity.ts';
import { isTopicOn, optOutsOf, switchTopic } from './mail-topics.ts';

/** Returns the caller's mail topics and whether each is on. */
export const listMailTopics: Handler<typeof contracts.listMailTopics> = async ({ caller }, { db }) => ({
  message: 'Your mails',
  data: await mailTopicsOf(db.manager, caller),
});

/** Switches a topic of the caller's mail on or off. */
export const switchMailTopic: Handler<typeof contracts.switchMailTopic> = async (
  { body, caller },
  { db },
) => {
  const mine: readonly MailTopic[] = topicsOfRole[caller.role];
  if (!mine.includes(body.topic)) throw invalidField('topic', 'Your account gets no mails of this kind.');
  await switchTopic(db.manager, { userId: caller.id }, body.topic, body.isOn);
  return { message: 'Saved.', data: await mailTopicsOf(db.manager, caller) };
};

async function mailTopicsOf(manager: EntityManager, { id, role }: { id: string; role: Role }) {
  const optOuts = await manager.findBy(MailOptOutEntity, await optOutsOf(manager, { userId: id }));
  const off = new Set(optOuts.map(({ topic }) => topic));
  const topics: readonly MailTopic[] = topicsOfRole[role];
  return topics.map((topic) => ({ topic, isOn: !off.has(topic) }));
}

/** Returns the topic of a link and its state. Read-only, because mail scanners open every link. */
export const readMailLink: Handler<typeof contracts.readMailLink> = async ({ query }, deps) => {
  const { recipient, topic } = await openLink(query.token, deps);
  return {
    message: 'This kind of mail',
    data: { topic, isOn: await isTopicOn(deps.db.manager, recipient, topic) },
  };
};

/** Switches the topic of a link on or off. */
export const applyMailLink: Handler<typeof contracts.applyMailLink> = async (
  { body: { token, isOn } },
  deps,
) => {
  const { recipient, topic } = await openLink(token, deps);
  await switchTopic(deps.db.manager, recipient, topic, isOn);
  return {
    message: isOn ? 'You get these mails again.' : 'No more mails of this kind.',
    data: { topic, isOn },
  };
};

/** Switches the topic of a link off: the one-click unsubscribe of RFC 8058. */
export const oneClickUnsubscribeTopic: Handler<typeof contracts.oneClickUnsubscribeTopic> = async (
  { query },
  deps,
) => {
  const { recipient, topic } = await openLink(query.token, deps);
  await switchTopic(deps.db.manager, recipient, topic, false);
  return { message: 'No more mails of this kind.' };
};

/** Redirects a visit of the button's address to the page; changes nothing. */
export const openMailTopicPage: Handler<typeof contracts.openMailTopicPage> = async ({
  query: { token = '' },
}) => `${links.mailTopic.page}?${new URLSearchParams({ token })}`;

async function openLink(token: string, { db, config }: Deps) {
  const link = await links.mailTopic.verify(token, config);
  const isUser = link?.kind === 'user';
  // The account may have been deleted.
  if (!link || (isUser && !(await db.getRepository(UserEntity).existsBy({ id: link.sub }))))
    throw invalid('This link is not complete. Please open it from the mail again.');
  return { recipient: isUser ? { userId: link.sub } : { addressHash: link.sub }, topic: link.topic };
}
