import type { listPledges as contract } from '#contracts/funding/pledges.ts';
import type { Handler } from '#services/deps.ts';
import { PledgeEntity } from './pledge.entity.ts';
import { presentPledge } from './present-pledge.ts';

const maxPledges = 200;

/** Lists the caller's pledges, newest first, withdrawn ones included, at most 200. */
export const listPledges: Handler<typeof contract> = async ({ caller }, { db }) => {
  const pledges = await db
    .getRepository(PledgeEntity)
    .find({ where: { sponsorId: caller.id }, order: { createdAt: 'DESC', id: 'ASC' }, take: maxPledges });
  return { message: 'Your pledges', data: pledges.map(presentPledge) };
};
