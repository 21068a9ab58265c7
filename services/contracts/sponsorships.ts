import * as z from 'zod/mini';
import { answerWith, endpoint, MessageSchema } from './endpoint.ts';
import { IdSchema, optionalText } from './fields.ts';

/** A meeting between a sponsor and a learner; times are ISO 8601 in UTC. */
export const MeetingSchema = z.object({
  _id: IdSchema,
  requestId: IdSchema,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  roomUrl: z.string(),
  note: z.nullable(z.string()),
  title: z.string(),
  learner: z.object({ _id: IdSchema, fullName: z.string(), email: z.string() }),
});
/** See {@link MeetingSchema}. */
export type MeetingAnswer = z.output<typeof MeetingSchema>;

export const arrangeMeeting = endpoint({
  method: 'POST',
  path: '/course/meet/:id',
  summary: 'Arrange a meeting about a request; the learner’s e-mail is shown from now on',
  auth: ['sponsor'],
  limit: 'meet',
  params: z.object({ id: IdSchema }),
  body: z._default(
    z.object({
      startsAt: z.optional(z.iso.datetime({ offset: true, error: 'Please choose a date and a time.' })),
      note: optionalText(500),
    }),
    {},
  ),
  response: answerWith(MeetingSchema),
});

export const notifyMeeting = endpoint({
  method: 'POST',
  path: '/course/meet/notify',
  summary: 'Send the meeting notice to learner and sponsor; everything is looked up by requestId',
  auth: ['sponsor'],
  limit: 'notify',
  statuses: [202],
  body: z.object({
    requestId: IdSchema,
    name: z.optional(z.string()),
    id: z.optional(z.string()),
    price: z.optional(z.union([z.number(), z.string()])),
    unit: z.optional(z.string()),
    email: z.optional(z.string()),
  }),
  response: MessageSchema,
});
