import type { HelpRequest } from '../request.entity.ts';

/** After how many days a learner is asked whether the price is still right (decisions section 10). */
export const askAfterDays = 30;
/** How many days after the question an unconfirmed request leaves the listing (decisions section 10). */
export const unlistAfterDays = 14;

const dayMs = 86_400_000;

/** Returns until when the price of a request should be confirmed; undefined unless its learner was asked. */
export function priceConfirmBy({ priceAskedAt }: Pick<HelpRequest, 'priceAskedAt'>): Date | undefined {
  return priceAskedAt ? new Date(priceAskedAt.getTime() + unlistAfterDays * dayMs) : undefined;
}

/** The columns of a request whose price was confirmed now. */
export const confirmedNow = {
  priceConfirmedAt: () => 'now()',
  priceAskedAt: null,
  needsPrice: false,
} as const;
