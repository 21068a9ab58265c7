import * as z from 'zod/mini';
import { dataResponse, endpoint, MessageSchema } from '../endpoint.ts';
import { IdSchema } from '../fields.ts';
import { CurrencySchema } from '../money.ts';

/** Statuses of a pledge. */
export const pledgeStatuses = ['pledged', 'withdrawn', 'allotted'] as const;
/** A status from {@link pledgeStatuses}. */
export type PledgeStatus = (typeof pledgeStatuses)[number];

const transitions: Record<PledgeStatus, readonly PledgeStatus[]> = {
  pledged: ['withdrawn', 'allotted'],
  withdrawn: [],
  allotted: [],
};

/** Returns whether a pledge may move from one status to another. */
export function canPledgeBecome(from: PledgeStatus, to: PledgeStatus): boolean {
  return transitions[from].includes(to);
}

/** A pledge as its sponsor sees it; the amount in major units. */
export const PledgeSchema = z.object({
  _id: IdSchema,
  amount: z.number(),
  currency: CurrencySchema,
  targetGroup: z.string(),
  note: z.nullable(z.string()),
  status: z.enum(pledgeStatuses),
  createdAt: z.iso.datetime(),
  withdrawnAt: z.nullable(z.iso.datetime()),
});
/** See {@link PledgeSchema}. */
export type PledgeResponse = z.output<typeof PledgeSchema>;

export const listPledges = endpoint({
  method: 'GET',
  path: '/sponsorship/group',
  summary: 'The caller’s pledges, newest first',
  auth: ['sponsor'],
  limit: 'browse',
  response: dataResponse(z.array(PledgeSchema)),
});

export const withdrawPledge = endpoint({
  method: 'DELETE',
  path: '/sponsorship/group/:id',
  summary: 'Withdraw a pledge; withdrawing it again changes nothing',
  auth: ['sponsor'],
  limit: 'changes',
  params: z.object({ id: IdSchema }),
  response: MessageSchema,
});
