import * as z from 'zod/mini';
import { dataResponse, endpoint } from '../endpoint.ts';
import { PagingSchema } from '../fields.ts';
import { pledgeStatuses } from '../funding/pledges.ts';
import { MomentSchema, MoneySchema, NamedPersonSchema } from './desk-fields.ts';

export const listDeskPledges = endpoint({
  method: 'GET',
  path: '/ops/money/pledges',
  summary: 'Pledges of sponsors to groups, newest first; nothing was charged for them',
  auth: 'desk',
  query: z.object(PagingSchema),
  response: dataResponse(
    z.object({
      pledges: z.array(
        z.object({
          id: z.string(),
          amount: MoneySchema,
          targetGroup: z.string(),
          note: z.nullable(z.string()),
          status: z.enum(pledgeStatuses),
          sponsor: NamedPersonSchema,
          createdAt: MomentSchema,
        }),
      ),
      /** What is pledged and not withdrawn, by currency. */
      totals: z.array(MoneySchema),
      currentPage: z.number(),
      hasMore: z.boolean(),
    }),
  ),
});
/** A page of pledges. */
export type DeskPledgePage = z.output<typeof listDeskPledges.response>['data'];
