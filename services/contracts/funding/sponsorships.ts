import * as z from 'zod/mini';
import { dataResponse, endpoint, MessageSchema } from '../endpoint.ts';
import { IdSchema, optionalText } from '../fields.ts';
import { meetingState } from '../meetings/meeting-views.ts';
import { MeetingStartSchema } from '../meetings/meetings.ts';
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
    /** Offset of the learner's time zone from UTC in minutes at that time; null when unknown. */
    utcOffsetMinutes: z.nullable(z.int()),
  }),
});
/** See {@link MeetingSchema}. */
export type MeetingResponse = z.output<typeof MeetingSchema>;

/** The state of a request for one sponsor: meeting, reservation and payment. */
export const SponsorshipSchema = z.object({
  requestId: IdSchema,
  meeting: z.nullable(MeetingSchema),
  /** The latest choice about staying anonymous; null before the first payment was started. */
  isAnonymous: z.nullable(z.boolean()),
  /** Which sponsor holds the reservation, and its remaining time in milliseconds. */
  reservation: z.nullable(z.object({ isMine: z.boolean(), leftMs: z.int() })),
  /** This sponsor's newest payment for the request. */
  payment: z.nullable(
    z.object({
      reference: z.string(),
      status: z.enum(paymentOutcomes),
      isRefundDue: z.boolean(),
      /** Remaining time in milliseconds in which the provider's page can be used; 0 when it cannot. */
      pageLeftMs: z.int(),
    }),
  ),
});
/** See {@link SponsorshipSchema}. */
export type SponsorshipResponse = z.output<typeof SponsorshipSchema>;

const RequestParamsSchema = z.object({ id: IdSchema });

export const getSponsorship = endpoint({
  method: 'GET',
  path: '/course/sponsorship/:id',
  summary: 'Where a request stands for this sponsor: meeting, reservation, payment',
  auth: ['sponsor'],
  limit: 'browse',
  params: RequestParamsSchema,
  response: dataResponse(SponsorshipSchema),
});

const MeetingInputSchema = z.object({
  /** Without it the learner must propose a time (decision 020). */
  startsAt: z.optional(MeetingStartSchema),
  note: optionalText(500),
});

export const changeMeeting = endpoint({
  method: 'PUT',
  path: '/course/meet/:id',
  summary: 'Give a meeting another time or note; both sides get the new invitation',
  auth: ['sponsor'],
  limit: 'meet',
  params: RequestParamsSchema,
  body: MeetingInputSchema,
  response: dataResponse(MeetingSchema),
});

export const cancelMeeting = endpoint({
  method: 'DELETE',
  path: '/course/meet/:id',
  summary: 'Cancel a meeting; both participants are notified',
  auth: ['sponsor'],
  limit: 'meet',
  params: RequestParamsSchema,
  response: MessageSchema,
});

export const acceptMeetingProposal = endpoint({
  method: 'POST',
  path: '/course/meet/:id/accept',
  summary: 'Accept the time that the learner proposed; both sides get the new invitation',
  auth: ['sponsor'],
  limit: 'meet',
  params: RequestParamsSchema,
  body: z.object({ startsAt: MeetingStartSchema }),
  response: dataResponse(MeetingSchema),
});

export const arrangeMeeting = endpoint({
  method: 'POST',
  path: '/course/meet/:id',
  summary: 'Arrange a meeting about a request; the learner’s e-mail is shown from now on',
  auth: ['sponsor'],
  idempotency: 'repeatable',
  limit: 'meet',
  params: RequestParamsSchema,
  body: z._default(MeetingInputSchema, {}),
  response: dataResponse(MeetingSchema),
});

export const notifyMeeting = endpoint({
  method: 'POST',
  path: '/course/meet/notify',
  summary: 'Send the meeting notice to learner and sponsor; everything is looked up by requestId',
  auth: ['sponsor'],
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
  response: MessageSchema,
});
