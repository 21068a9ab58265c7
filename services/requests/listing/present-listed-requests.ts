import type { DataSource } from 'typeorm';
import { isOpen } from '#contracts/requests/request-status.ts';
import type { ListedRequest } from '#contracts/requests/request-views.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { findViewerFacts } from '../find-viewer-facts.ts';
import { presentListedRequest } from '../present-listed-request.ts';
import type { HelpRequest } from '../request.entity.ts';

/**
 * Maps requests to the caller's view: the learner's e-mail only for operators and for a sponsor who has a meeting
 * about the request.
 */
export async function presentListedRequests(
  db: DataSource,
  caller: Caller,
  requests: HelpRequest[],
  isFair: boolean,
): Promise<ListedRequest[]> {
  const ids = requests.map(({ id }) => id);
  const facts = await findViewerFacts(db, caller.id, ids);
  return requests.flatMap((request) => {
    const found = facts.get(request.id);
    // Deleted between the two queries.
    if (!found) return [];
    const { now, learner, hasMeeting, isInvitation, payment, isSponsor } = found;
    return presentListedRequest(request, {
      now,
      viewerId: caller.id,
      learner,
      showsEmail: hasMeeting || caller.role === 'operator',
      isInvitation,
      payment: isOpen(request.status) ? undefined : (payment ?? undefined),
      isSponsor,
      isFair,
    });
  });
}
