import type { listRequests as contract } from '#contracts/listing.ts';
import type { Handler } from '#services/deps.ts';
import { findInvitations } from '#services/requests/find-invitations.ts';
import { findOpenRequests } from '#services/requests/find-open-requests.ts';
import { presentForSponsor } from '#services/requests/present-for-sponsor.ts';
import { findMetRequests } from './find-met-requests.ts';

/** Lists the open requests that a sponsor may see; e-mails only of learners whom the sponsor is meeting. */
export const listRequests: Handler<typeof contract> = async ({ query, caller }, { db }) => {
  const { requests, learners, now, ...paging } = await findOpenRequests(db, {
    ...query,
    visibleTo: caller.id,
  });
  const ids = requests.map(({ id }) => id);
  const met = await findMetRequests(db, caller.id, ids);
  const invitations = await findInvitations(db, caller.id, ids);
  const data = requests.map((request) =>
    presentForSponsor(request, {
      now,
      learner: learners.get(request.learnerId),
      showsEmail: met.has(request.id) || caller.role === 'operator',
      isInvitation: invitations.has(request.id),
    }),
  );
  return { message: 'Requests you can sponsor', data, ...paging };
};
