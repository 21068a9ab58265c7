import * as z from 'zod/mini';
import { dataResponse, endpoint, LenientText, linkToken } from '../endpoint.ts';
import { type MailTopic, mailTopics } from './mail-topics.ts';

const TopicSchema = z.enum(
  Object.keys(mailTopics) as MailTopic[],
  'Please choose one of the topics that there are.',
);

const TopicStateSchema = z.object({ topic: TopicSchema, isOn: z.boolean() });
export type TopicState = z.output<typeof TopicStateSchema>;

export const listMailTopics = endpoint('GET', '/user/me/mail', 'token', {
  summary: 'The topics of mail that the caller gets',
  response: dataResponse(z.array(TopicStateSchema)),
});

export const switchMailTopic = endpoint('PUT', '/user/me/mail', 'token', {
  summary: 'Switch a topic of mail on or off',
  limit: 'changes',
  body: TopicStateSchema,
  response: dataResponse(z.array(TopicStateSchema)),
});

// No rate limit: mail providers send requests of many people from few IP addresses, and a token cannot be
// guessed.
export const readMailLink = endpoint('GET', '/mail/topic', 'public', {
  summary: 'What the link at the foot of a mail is about; changes nothing',
  query: z.object({ token: linkToken() }),
  response: dataResponse(TopicStateSchema),
});

export const applyMailLink = endpoint('POST', '/mail/topic', 'public', {
  summary: 'Switch a topic on or off with the link at the foot of a mail, without signing in',
  body: z.object({ token: linkToken(), isOn: z.boolean() }),
  response: dataResponse(TopicStateSchema),
});

/** Mail programs without RFC 8058 open the address of the button. Changes nothing. */
export const openMailTopicPage = endpoint('GET', '/mail/one-click', 'public', {
  summary: 'Redirect to the page on which one switches a topic off',
  statuses: [303],
  query: z.object({ token: LenientText }),
  response: 'redirect',
});

/** The body is ignored: mail clients post a form in either encoding (RFC 8058). */
export const oneClickUnsubscribeTopic = endpoint('POST', '/mail/one-click', 'public', {
  summary: 'Switch a topic off by the button of a mail program (RFC 8058); a visit leads to the page',
  query: z.object({ token: linkToken() }),
});
