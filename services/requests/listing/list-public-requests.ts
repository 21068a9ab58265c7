import type { listPublicRequests as contract } from '#contracts/requests/listing.ts';
import { maskedName } from '#services/accounts/names.ts';
import type { Handler } from '#services/deps.ts';
import { findViewerFacts } from '../find-viewer-facts.ts';
import { presentRequest } from '../present-request.ts';
import { findOpenRequests } from './find-open-requests.ts';

/** Lists unpaid public requests without sign-in, newest first, with masked names and without addresses or user ids. */
export const listPublicRequests: Handler<typeof contract> = async ({ query }, deps) => {
  const newest = { ...query, sort: 'newest' } as const;
  const { requests, ...paging } = await findOpenRequests(deps, undefined, newest);
  const ids = requests.map(({ id }) => id);
  const facts = await findViewerFacts(deps.db, undefined, ids);
  const data = requests.flatMap((request) => {
    const found = facts.get(request.id);
    if (!found) return [];
    return {
      ...presentRequest(request, found.now),
      learner: { userId: { fullName: maskedName(found.learner.fullName) } },
    };
  });
  return { message: 'Open requests', data, ...paging };
};
