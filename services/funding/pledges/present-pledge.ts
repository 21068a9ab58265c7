import type { PledgeResponse } from '#contracts/funding/pledges.ts';
import { toMajor } from '#contracts/money.ts';
import type { Pledge } from './pledge.entity.ts';

/** Maps a pledge to the wire format. */
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
