import type { Purchase } from './purchase.entity.ts';

/** SQL: {@link orderAttempt} of the purchase `u`. */
export const orderAttemptSql = '(u.attempt - (u.bought_at IS NULL)::int)';

/**
 * Returns the attempt of a purchase that has the newest order: the present one, or, when the course is to be bought again, the one
 * before; 0 without any order.
 */
export const orderAttempt = ({ attempt, boughtAt }: Pick<Purchase, 'attempt' | 'boughtAt'>): number =>
  boughtAt === null ? attempt - 1 : attempt;
