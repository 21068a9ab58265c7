import * as z from 'zod/mini';
import { endpoint, listOf, objectResponse } from '../endpoint.ts';
import { idParams, requiredText } from '../fields.ts';
import { MomentSchema, NamedPersonSchema } from './desk-fields.ts';

/** Longest text of a reply. */
export const maxReplyChars = 5_000;

export const getReplies = endpoint('GET', '/ops/cases/:id/replies', 'desk', {
  summary: 'The people of a case, each with the templates of replies filled in for them',
  params: idParams,
  response: objectResponse({
    recipients: listOf({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      part: z.enum(['learner', 'payer', 'person']),
      templates: listOf({ id: z.string(), title: z.string(), subject: z.string(), text: z.string() }),
    }),
  }),
});
export type ReplyRecipient = z.output<typeof getReplies.response>['data']['recipients'][number];

export const replyToPerson = endpoint('POST', '/ops/cases/:id/replies', 'desk', {
  summary: 'Mail a person of an own case, and keep the text in its history',
  idempotency: 'once',
  params: idParams,
  body: z.object({
    to: z.uuid('Please choose the recipient.'),
    subject: requiredText('Please enter the subject.', 150),
    text: requiredText('Please write the text.', maxReplyChars),
  }),
});

export const listMentions = endpoint('GET', '/ops/mentions', 'desk', {
  summary: 'The notes that name the operator and that they have not dismissed, oldest first',
  response: objectResponse({
    mentions: listOf({
      id: z.string(),
      caseId: z.string(),
      /** The course or person that the case is about, or its summary. */
      about: z.string(),
      author: z.nullable(z.string()),
      note: z.string(),
      at: MomentSchema,
    }),
  }),
});

export const dismissMention = endpoint('POST', '/ops/mentions/:id/dismiss', 'desk', {
  summary: 'Dismiss an own mention',
  params: idParams,
});

export const viewCase = endpoint('POST', '/ops/cases/:id/viewing', 'desk', {
  summary: 'Report that the operator looks at a case, and return the other operators who do',
  params: idParams,
  response: objectResponse({ others: z.array(NamedPersonSchema) }),
});
