import type { listMailTopics as contract } from '#contracts/accounts/mail-topics.ts';
import type { Handler } from '#services/deps.ts';
import { mailTopicsOf } from './mail-topics-of.ts';

/** Returns the caller's mail topics and whether each is on. */
export const listMailTopics: Handler<typeof contract> = async ({ caller }, { db }) => ({
  message: 'Your mails',
  data: await mailTopicsOf(db.manager, caller),
});
