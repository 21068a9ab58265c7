import type { applyMailLink, readMailLink, TopicState } from '#contracts/accounts/mail-settings.ts';
import { mailTopics } from '#contracts/accounts/mail-topics.ts';
import { call, messageOf } from '#src/browser/api.ts';
import { mailCopy as copy } from './mail.copy.ts';

// Typed by the contract without its schemas: the page loads no validation.
const reading = { method: 'GET', path: '/mail/topic', auth: 'public' } as typeof readMailLink;
const applying = { method: 'POST', path: '/mail/topic', auth: 'public' } as typeof applyMailLink;

/** The result of a call with a link's token: the topic with its labels, or an error message. */
export type LinkResult =
  | { isDone: true; isOn: boolean; label: string; hint: string }
  | { isDone: false; message: string };

/** Fetches the topic of a link and its state. */
export function readLink(token: string): Promise<LinkResult> {
  return toLinkResult(call(reading, { query: { token } }));
}

/** Switches the topic of a link on or off. */
export function followLink(token: string, isOn: boolean): Promise<LinkResult> {
  return toLinkResult(call(applying, { body: { token, isOn } }));
}

async function toLinkResult(response: Promise<{ data: TopicState }>): Promise<LinkResult> {
  try {
    const { topic, isOn } = (await response).data;
    return { isDone: true, isOn, ...mailTopics[topic] };
  } catch (error) {
    return { isDone: false, message: messageOf(error, copy.lost) };
  }
}
