import { type DataSource, In } from 'typeorm';
import type { ListedRequest } from '#contracts/listing.ts';
import { findPeople } from '#services/accounts/find-people.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { findInvitations } from '#services/requests/find-invitations.ts';
import { presentForSponsor } from '#services/requests/present-for-sponsor.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import { findMetRequests } from './find-met-requests.ts';

/** Requests as this caller may see them: e-mails only of learners whom a sponsor is meeting, or for operators. */
export async function presentToSponsor(
  db: DataSource,
  caller: Caller,
  requests: HelpRequest[],
  isFair: boolean,
): Promise<ListedRequest[]> {
  const ids = requests.map(({ id }) => id);
  const [learners, met, invitations, now] = await Promise.all([
    findPeople(db, { id: In(requests.map(({ learnerId }) => learnerId)) }),
    findMetRequests(db, caller.id, ids),
    findInvitations(db, caller.id, ids),
    databaseNow(db),
  ]);
  return requests.map((request) =>
    presentForSponsor(request, {
      now,
      learner: learners.get(request.learnerId),
      showsEmail: met.has(request.id) || caller.role === 'operator',
      isInvitation: invitations.has(request.id),
      isFair,
    }),
  );
}
