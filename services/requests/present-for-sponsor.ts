import type { ListedRequest } from '#contracts/listing.ts';
import type { Person } from '#services/accounts/find-people.ts';
import { presentRequest } from './present-request.ts';
import type { HelpRequest } from './request.entity.ts';

interface View {
  now: Date;
  learner: Person | undefined;
  /** Whether this sponsor may see the learner's e-mail: only after choosing a meeting. */
  showsEmail: boolean;
  isInvitation: boolean;
}

/** A request as a sponsor sees it. */
export function presentForSponsor(
  request: HelpRequest,
  { now, learner, showsEmail, isInvitation }: View,
): ListedRequest {
  const shown = presentRequest(request, now);
  return {
    ...shown,
    socials: request.socials,
    learner: {
      userId: {
        _id: request.learnerId,
        fullName: learner?.fullName ?? 'A learner',
        ...(showsEmail && learner ? { email: learner.email } : {}),
        profilePicture: learner?.picture ?? null,
      },
    },
    isInvitation,
    reservedUntil: shown.status === 'reserved' ? (request.reservedUntil?.toISOString() ?? null) : null,
  };
}
