import type { listPublicRequests as contract } from '#contracts/listing.ts';
import { maskedName } from '#services/accounts/names.ts';
import type { Handler } from '#services/deps.ts';
import { findOpenRequests } from './find-open-requests.ts';
import { presentRequest } from './present-request.ts';

/** Lists unpaid public requests for anybody: nobody's address, id or whole name. */
export const listPublicRequests: Handler<typeof contract> = async ({ query }, { db }) => {
  const { requests, learners, now, ...paging } = await findOpenRequests(db, {
    ...query,
    visibleTo: 'everybody',
  });
  const data = requests.map((request) => ({
    ...presentRequest(request, now),
    learner: { userId: { fullName: maskedName(learners.get(request.learnerId)?.fullName ?? '') } },
  }));
  return { message: 'Open requests', data, ...paging };
};
