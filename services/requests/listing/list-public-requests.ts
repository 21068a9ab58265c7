import { In } from 'typeorm';
import type { listPublicRequests as contract } from '#contracts/listing.ts';
import { findPeople } from '#services/accounts/find-people.ts';
import { maskedName } from '#services/accounts/names.ts';
import type { Handler } from '#services/deps.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { presentRequest } from '../present-request.ts';
import { findOpenRequests } from './find-open-requests.ts';

/** Lists unpaid public requests without sign-in, newest first, with masked names and without addresses or user ids. */
export const listPublicRequests: Handler<typeof contract> = async ({ query }, deps) => {
  const newest = { ...query, sort: 'newest' } as const;
  const { requests, ...paging } = await findOpenRequests(deps, undefined, newest);
  const learners = await findPeople(deps.db, { id: In(requests.map(({ learnerId }) => learnerId)) });
  const now = await databaseNow(deps.db);
  const data = requests.map((request) => ({
    ...presentRequest(request, now),
    learner: { userId: { fullName: maskedName(learners.get(request.learnerId)?.fullName ?? '') } },
  }));
  return { message: 'Open requests', data, ...paging };
};
