import { toMajor } from '#contracts/money.ts';
import type { PledgeResponse } from '#contracts/pledges.ts';
import type { Pledge } from './pledge.entity.ts';

/** A pledge as it travels. */
export function presentPledge(pledge: Pledge): PledgeResponse {
  return {
    _id: pledge.id,
    amount: toMajor(pledge.amountMinor),
    currency: pledge.currency,
    targetGroup: pledge.targetGroup,
    note: pledge.note,
    status: pledge.status,
    createdAt: pledge.createdAt.toISOString(),
    withdrawnAt: pledge.withdrawnAt?.toISOString() ?? null,
  };
}
