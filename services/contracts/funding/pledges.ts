import * as z from 'zod/mini';
import { dataResponse, endpoint } from '../endpoint.ts';
import { IdSchema, idParams } from '../fields.ts';
import { CurrencySchema } from '../price-fields.ts';

export const pledgeStatuses = ['pledged', 'withdrawn', 'allotted'] as const;
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
export type PledgeResponse = z.output<typeof PledgeSchema>;

export const listPledges = endpoint('GET', '/sponsorship/group', ['sponsor'], {
  summary: 'The caller’s pledges, newest first',
  limit: 'browse',
  response: dataResponse(z.array(PledgeSchema)),
});

export const withdrawPledge = endpoint('DELETE', '/sponsorship/group/:id', ['sponsor'], {
  summary: 'Withdraw a pledge; withdrawing it again changes nothing',
  limit: 'changes',
  params: idParams,
});
