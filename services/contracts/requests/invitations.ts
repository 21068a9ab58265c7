import * as z from 'zod/mini';
import { dataResponse, endpoint } from '../endpoint.ts';
import { IdSchema, idParams } from '../fields.ts';

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
export type Invitation = z.output<typeof InvitationSchema>;

const OneInvitationSchema = z.object({ id: IdSchema, invitationId: IdSchema });

export const listInvitations = endpoint('GET', '/course/request/:id/invitations', ['learner'], {
  summary: 'The invitations of the caller’s request',
  limit: 'own',
  params: idParams,
  response: dataResponse(z.array(InvitationSchema)),
});

export const resendInvitation = endpoint(
  'POST',
  '/course/request/:id/invitations/:invitationId/resend',
  ['learner'],
  {
    summary: 'Send an invitation once more: an hour after the last time, three times in all',
    idempotency: 'once',
    limit: 'changes',
    statuses: [202],
    params: OneInvitationSchema,
  },
);

export const revokeInvitation = endpoint(
  'DELETE',
  '/course/request/:id/invitations/:invitationId',
  ['learner'],
  {
    summary: 'Take an invitation back: its address no longer opens the request',
    limit: 'changes',
    params: OneInvitationSchema,
  },
);
