import * as z from 'zod/mini';
import { caseStatuses } from '../cases/cases.ts';
import { endpoint, listOf, nullableObject, objectResponse, roles } from '../endpoint.ts';
import { idParams, optionalText } from '../fields.ts';
import { MomentSchema, withReason } from './desk-fields.ts';

const PersonSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  country: z.nullable(z.string()),
  isEmailVerified: z.boolean(),
  createdAt: MomentSchema,
});

export const searchPeople = endpoint('GET', '/ops/people', 'desk', {
  summary: 'Learners and sponsors by name or e-mail; without a search the newest',
  query: z.object({ search: optionalText(100) }),
  response: objectResponse({ people: z.array(PersonSchema), hasMore: z.boolean() }),
});

export const getPerson = endpoint('GET', '/ops/people/:id', 'desk', {
  summary: 'A learner or sponsor, and what they did, newest first',
  params: idParams,
  response: objectResponse({
    ...PersonSchema.shape,
    phoneNumber: z.nullable(z.string()),
    sessions: z.number(),
    /** The suspension that is not lifted; null without one. */
    suspension: nullableObject({ reason: z.string(), by: z.string(), at: MomentSchema }),
    /** A request of one operator that a second one has to approve; null when none waits. */
    pending: nullableObject({
      act: z.enum(['suspend', 'restore']),
      reason: z.string(),
      by: z.string(),
      /** The case that it waits in; null when an earlier release stored it. */
      caseId: z.nullable(z.string()),
    }),
    cases: listOf({ id: z.string(), kind: z.string(), summary: z.string(), status: z.enum(caseStatuses) }),
    story: listOf({ at: MomentSchema, what: z.string(), detail: z.string() }),
  }),
});
export type PersonDetails = z.output<typeof getPerson.response>['data'];

export const endPersonSessions = endpoint('POST', '/ops/people/:id/end-sessions', 'desk', {
  summary: 'End all sessions of a learner or sponsor',
  ...withReason,
});

export const suspendPerson = endpoint('POST', '/ops/people/:id/suspend', 'desk', {
  summary: 'Suspend a learner or sponsor, or approve the suspension that another operator asked for',
  ...withReason,
});

export const restorePerson = endpoint('POST', '/ops/people/:id/restore', 'desk', {
  summary: 'Lift the suspension of a learner or sponsor, or approve it when another operator asked for it',
  ...withReason,
});
