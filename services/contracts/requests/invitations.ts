import * as z from 'zod/mini';
import { dataResponse, endpoint, MessageSchema } from '../endpoint.ts';
import { IdSchema } from '../fields.ts';

/** An invitation of a private request, as its learner sees it. */
const InvitationSchema = z.object({
  _id: IdSchema,
  email: z.string(),
  /** When the last mail was sent; null while it waits or is queued. */
  sentAt: z.nullable(z.iso.datetime()),
  /** Whether the mail waits for the confirmation of the learner's own address. */
  isWaiting: z.boolean(),
  /** When the mail may be resent; null when it may not. */
  resendableAt: z.nullable(z.iso.datetime()),
});
/** See {@link InvitationSchema}. */
export type Invitation = z.output<typeof InvitationSchema>;

const OneInvitationSchema = z.object({ id: IdSchema, invitationId: IdSchema });

export const listInvitations = endpoint({
  method: 'GET',
  path: '/course/request/:id/invitations',
  summary: 'The invitations of the caller’s request',
  auth: ['learner'],
  limit: 'own',
  params: z.object({ id: IdSchema }),
  response: dataResponse(z.array(InvitationSchema)),
});

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/course/request/:id/invitations/:invitationId/resend',
  summary: 'Send an invitation once more: an hour after the last time, three times in all',
  auth: ['learner'],
  idempotency: 'once',
  limit: 'changes',
  statuses: [202],
  params: OneInvitationSchema,
  response: MessageSchema,
});

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/course/request/:id/invitations/:invitationId',
  summary: 'Take an invitation back: its address no longer opens the request',
  auth: ['learner'],
  limit: 'changes',
  params: OneInvitationSchema,
  response: MessageSchema,
});
