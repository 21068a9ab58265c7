import { applyMailLink, mailTopics, readMailLink, type TopicState } from '#contracts/mail-topics.ts';
import { call, messageOf } from '../../browser/api.ts';
import { mailCopy as copy } from './mail.copy.ts';

/** What became of a call with a link: the topic and its words, or why not. */
export type LinkResult =
  | { isDone: true; isOn: boolean; label: string; hint: string }
  | { isDone: false; message: string };

/** What a link is about; changes nothing. */
export function readLink(token: string): Promise<LinkResult> {
  return toLinkResult(call(readMailLink, { query: { token } }));
}

/** Switches the topic of a link. */
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
