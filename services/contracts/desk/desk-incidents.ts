import * as z from 'zod/mini';
import { outsideServices } from '../cases/cases.ts';
import { endpoint, listOf, objectResponse } from '../endpoint.ts';
import { MomentSchema, NamedPersonSchema } from './desk-fields.ts';

/** A server of others that does not answer. */
export const OutageSchema = z.object({
  service: z.enum(outsideServices),
  since: MomentSchema,
  /** Calls, or attempts of the job, that failed since. */
  tries: z.number(),
});
export type OutageView = z.output<typeof OutageSchema>;

const affected = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({
    /** At most 200 jobs are read, so it may be more. */
    total: z.number(),
    /** The first of them. */
    shown: listOf(shape),
  });

export const listIncidents = endpoint('GET', '/ops/incidents', 'desk', {
  summary: 'Open incidents and what each affects, oldest first',
  response: objectResponse({
    incidents: listOf({
      caseId: z.string(),
      summary: z.string(),
      /** The outage that it is about; null for a job or a worker. */
      outage: z.nullable(OutageSchema),
      /** Jobs that wait or failed because of it. */
      jobs: z.number(),
      cases: affected({ id: z.string(), summary: z.string() }),
      payments: affected({ id: z.string(), reference: z.string() }),
      people: affected(NamedPersonSchema.shape),
    }),
    /** Number of open incidents; at most 10 are listed. */
    total: z.number(),
  }),
});
