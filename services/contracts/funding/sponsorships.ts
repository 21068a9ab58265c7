import * as z from 'zod/mini';
import { dataResponse, endpoint, nullableObject } from '../endpoint.ts';
import { IdSchema, idParams, optionalText } from '../fields.ts';
import { MeetingStartSchema } from '../meetings/meeting-fields.ts';
import { meetingState } from '../meetings/meeting-views.ts';
import { restReceivers } from '../payments/money-rules.ts';
import { paymentOutcomes } from '../payments/payment-status.ts';

/** A meeting between a sponsor and a learner; times are ISO 8601 in UTC. */
export const MeetingSchema = z.object({
  _id: IdSchema,
  requestId: IdSchema,
  ...meetingState,
  roomUrl: z.string(),
  note: z.nullable(z.string()),
  title: z.string(),
  /** Whether mails to both participants about the current revision were enqueued. */
  isTold: z.boolean(),
  learner: z.object({
    _id: IdSchema,
    fullName: z.string(),
    /** Null when the learner hides it. */
    email: z.nullable(z.string()),
    /** Time zone of the learner (IANA name); null when unknown. */
    timeZone: z.nullable(z.string()),
  }),
});
export type MeetingResponse = z.output<typeof MeetingSchema>;

/** The state of a request for one sponsor: meeting, reservation and payment. */
export const SponsorshipSchema = z.object({
  requestId: IdSchema,
  /** Time zone in which the learner would read the time of a meeting (IANA name); null when unknown, and under 18. */
  learnerTimeZone: z.nullable(z.string()),
  meeting: z.nullable(MeetingSchema),
  /** The latest choice about staying anonymous; null before the first payment was started. */
  isAnonymous: z.nullable(z.boolean()),
  /** Who gets the rest if the course costs less. */
  rest: z.enum(restReceivers),
  /** Which sponsor holds the reservation, and its remaining time in milliseconds. */
  reservation: nullableObject({ isMine: z.boolean(), leftMs: z.int() }),
  /** This sponsor's newest payment for the request. */
  payment: nullableObject({
    reference: z.string(),
    status: z.enum(paymentOutcomes),
    isRefundDue: z.boolean(),
    /** Remaining time in milliseconds in which the provider's page can be used; 0 when it cannot. */
    pageLeftMs: z.int(),
  }),
});
export type SponsorshipResponse = z.output<typeof SponsorshipSchema>;

export const getSponsorship = endpoint('GET', '/course/sponsorship/:id', ['sponsor'], {
  summary: 'Where a request stands for this sponsor: meeting, reservation, payment',
  limit: 'browse',
  params: idParams,
  response: dataResponse(SponsorshipSchema),
});

const MeetingInputSchema = z.object({
  /** Without it the learner must propose a time (decision 020). */
  startsAt: z.optional(MeetingStartSchema),
  note: optionalText(500),
});

export const changeMeeting = endpoint('PUT', '/course/meet/:id', ['sponsor'], {
  summary: 'Give a meeting another time or note; both sides get the new invitation',
  limit: 'meet',
  params: idParams,
  body: MeetingInputSchema,
  response: dataResponse(MeetingSchema),
});

export const cancelMeeting = endpoint('DELETE', '/course/meet/:id', ['sponsor'], {
  summary: 'Cancel a meeting; both participants are notified',
  limit: 'meet',
  params: idParams,
});

export const acceptMeetingProposal = endpoint('POST', '/course/meet/:id/accept', ['sponsor'], {
  summary: 'Accept the time that the learner proposed; both sides get the new invitation',
  limit: 'meet',
  params: idParams,
  body: z.object({ startsAt: MeetingStartSchema }),
  response: dataResponse(MeetingSchema),
});

export const arrangeMeeting = endpoint('POST', '/course/meet/:id', ['sponsor'], {
  summary: 'Arrange a meeting about a request; the learner’s e-mail is shown from now on',
  idempotency: 'repeatable',
  limit: 'meet',
  params: idParams,
  body: z._default(MeetingInputSchema, {}),
  response: dataResponse(MeetingSchema),
});

export const notifyMeeting = endpoint('POST', '/course/meet/notify', ['sponsor'], {
  summary: 'Send the meeting notice to learner and sponsor; everything is looked up by requestId',
  idempotency: 'once',
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
});
