import {
  type switchMailTopic as contract,
  type MailTopic,
  topicsOfRole,
} from '#contracts/accounts/mail-topics.ts';
import type { Handler } from '#services/deps.ts';
import { invalid } from '#services/platform/errors.ts';
import { mailTopicsOf } from './mail-topics-of.ts';
import { switchTopic } from './switch-topic.ts';

/** Switches a topic of the caller's mail on or off. */
export const switchMailTopic: Handler<typeof contract> = async ({ body, caller }, { db }) => {
  const mine: readonly MailTopic[] = topicsOfRole[caller.role];
  if (!mine.includes(body.topic)) {
    const message = 'Your account gets no mails of this kind.';
    throw invalid(message, { topic: message });
  }
  await switchTopic(db.manager, { userId: caller.id }, body.topic, body.isOn);
  return { message: 'Saved.', data: await mailTopicsOf(db.manager, caller) };
};
