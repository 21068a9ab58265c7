import type { listMailTopics as contract } from '#contracts/mail-topics.ts';
import type { Handler } from '#services/deps.ts';
import { mailTopicsOf } from './mail-topics-of.ts';

/** Which mails the caller gets, by topic. */
export const listMailTopics: Handler<typeof contract> = async ({ caller }, { db }) => ({
  message: 'Your mails',
  data: await mailTopicsOf(db.manager, caller),
});
