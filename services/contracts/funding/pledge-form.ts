import * as z from 'zod/mini';
import { dataResponse, endpoint } from '../endpoint.ts';
import { optionalText, requiredText } from '../fields.ts';
import { CurrencySchema } from '../price-fields.ts';
import { PledgeSchema } from './pledges.ts';

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

export const createPledge = endpoint('POST', '/sponsorship/group', ['sponsor'], {
  summary: 'Pledge an amount to a group of learners; nothing is charged',
  idempotency: 'once',
  limit: 'pledge',
  statuses: [201],
  body: PledgeFormSchema,
  response: dataResponse(PledgeSchema),
});
