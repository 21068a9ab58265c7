import { canPledgeBecome, type withdrawPledge as contract } from '#contracts/funding/pledges.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { PledgeEntity } from './pledge.entity.ts';

/** Withdraws a pledge; idempotent. @throws HttpError 409 once the pledge was allotted to learners. */
export const withdrawPledge: Handler<typeof contract> = async ({ params, caller }, { db }) => {
  await inTransaction(db, async (manager) => {
    const pledge = await lockRow(manager, PledgeEntity, { id: params.id, sponsorId: caller.id });
    if (!pledge) throw notFound('This pledge is not there.');
    if (pledge.status === 'withdrawn') return;
    if (!canPledgeBecome(pledge.status, 'withdrawn')) {
      throw conflict('This pledge has already been given to learners. Please write to us.');
    }
    await manager.update(PledgeEntity, pledge.id, {
      status: 'withdrawn',
      withdrawnAt: () => 'now()',
    });
    publishChange(manager, caller.id);
  });
  return { message: 'Your pledge is withdrawn.' };
};
