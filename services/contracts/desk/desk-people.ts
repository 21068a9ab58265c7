import * as z from 'zod/mini';
import { dataResponse, endpoint, MessageSchema } from '../endpoint.ts';
import { IdSchema, optionalText } from '../fields.ts';
import { MomentSchema, ReasonSchema } from './desk-fields.ts';

const PersonSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  country: z.nullable(z.string()),
  isEmailVerified: z.boolean(),
  createdAt: MomentSchema,
});

export const searchPeople = endpoint({
  method: 'GET',
  path: '/ops/people',
  summary: 'Learners and sponsors by name or e-mail; without a search the newest',
  auth: 'desk',
  query: z.object({ search: optionalText(100) }),
  response: dataResponse(z.object({ people: z.array(PersonSchema), hasMore: z.boolean() })),
});

export const getPerson = endpoint({
  method: 'GET',
  path: '/ops/people/:id',
  summary: 'A learner or sponsor, and what they did, newest first',
  auth: 'desk',
  params: z.object({ id: IdSchema }),
  response: dataResponse(
    z.object({
      ...PersonSchema.shape,
      phoneNumber: z.nullable(z.string()),
      sessions: z.number(),
      /** The suspension that is not lifted; null without one. */
      suspension: z.nullable(z.object({ reason: z.string(), by: z.string(), at: MomentSchema })),
      /** What an operator asked for and a second one has to approve; null when nothing waits. */
      pending: z.nullable(
        z.object({ act: z.enum(['suspend', 'restore']), reason: z.string(), by: z.string() }),
      ),
      cases: z.array(z.object({ id: z.string(), kind: z.string(), summary: z.string(), status: z.string() })),
      story: z.array(z.object({ at: MomentSchema, what: z.string(), detail: z.string() })),
    }),
  ),
});
/** Everything that the page of a person shows. */
export type PersonDetails = z.output<typeof getPerson.response>['data'];

export const endPersonSessions = endpoint({
  method: 'POST',
  path: '/ops/people/:id/end-sessions',
  summary: 'End all sessions of a learner or sponsor',
  auth: 'desk',
  params: z.object({ id: IdSchema }),
  body: z.object({ reason: ReasonSchema }),
  response: MessageSchema,
});

const personAct = {
  auth: 'desk',
  params: z.object({ id: IdSchema }),
  body: z.object({ reason: ReasonSchema }),
  response: MessageSchema,
} as const;

export const suspendPerson = endpoint({
  method: 'POST',
  path: '/ops/people/:id/suspend',
  summary: 'Suspend a learner or sponsor, or approve the suspension that another operator asked for',
  ...personAct,
});

export const restorePerson = endpoint({
  method: 'POST',
  path: '/ops/people/:id/restore',
  summary: 'Lift the suspension of a learner or sponsor, or approve it when another operator asked for it',
  ...personAct,
});
