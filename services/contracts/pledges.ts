import * as z from 'zod/mini';
import { dataResponse, endpoint, MessageSchema } from './endpoint.ts';
import { IdSchema, optionalText, requiredText } from './fields.ts';
import { CurrencySchema } from './money.ts';

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

/** Largest pledge in major units; higher amounts are taken for typing errors. */
const maximumAmount = 100_000_000;

/** Body of a new pledge; the amount in major units. */
export const PledgeFormSchema = z.object({
  amount: z.number('Please enter the amount as a number.').check(
    z.gte(0.01, 'The amount must be more than zero.'),
    z.lte(maximumAmount, 'This amount is too high. Please check the zeros.'),
    z.refine(
      (amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-5,
      'Please use at most two decimals.',
    ),
  ),
  currency: CurrencySchema,
  targetGroup: requiredText('Please say which group you would like to sponsor.'),
  note: optionalText(500),
});

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

export const createPledge = endpoint({
  method: 'POST',
  path: '/sponsorship/group',
  summary: 'Pledge an amount to a group of learners; nothing is charged',
  auth: ['sponsor'],
  limit: 'pledge',
  statuses: [201],
  body: PledgeFormSchema,
  response: dataResponse(PledgeSchema),
});

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
