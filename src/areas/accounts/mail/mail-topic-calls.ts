import { applyMailLink, mailTopics, readMailLink, type TopicState } from '#contracts/accounts/mail-topics.ts';
import { call, messageOf } from '#src/browser/api.ts';
import { mailCopy as copy } from './mail.copy.ts';

/** The result of a call with a link's token: the topic with its labels, or an error message. */
export type LinkResult =
  | { isDone: true; isOn: boolean; label: string; hint: string }
  | { isDone: false; message: string };

/** Fetches the topic of a link and its state. */
export function readLink(token: string): Promise<LinkResult> {
  return toLinkResult(call(readMailLink, { query: { token } }));
}

/** Switches the topic of a link on or off. */
export function followLink(token: string, isOn: boolean): Promise<LinkResult> {
  return toLinkResult(call(applyMailLink, { body: { token, isOn } }));
}

async function toLinkResult(response: Promise<{ data: TopicState }>): Promise<LinkResult> {
  try {
    const { topic, isOn } = (await response).data;
    return { isDone: true, isOn, ...mailTopics[topic] };
  } catch (error) {
    return { isDone: false, message: messageOf(error, copy.lost) };
  }
}
