import type { ListedRequest } from '#contracts/listing.ts';
import type { Person } from '#services/accounts/find-people.ts';
import type { PaymentStatus } from '#services/payments/payment.entity.ts';
import { presentRequest } from './present-request.ts';
import type { HelpRequest } from './request.entity.ts';
import { statusForPayer } from './status-for-payer.ts';

interface View {
  now: Date;
  learner: Person | undefined;
  /** Whether this sponsor may see the learner's e-mail: only after choosing a meeting. */
  showsEmail: boolean;
  isInvitation: boolean;
  /** This sponsor's own newest payment for it, if any. */
  payment: PaymentStatus | undefined;
  /** The sponsor does not want to know who it is. */
  isFair?: boolean;
}

/** A request as a sponsor sees it. */
export function presentListedRequest(
  request: HelpRequest,
  { now, learner, showsEmail, isInvitation, payment, isFair = false }: View,
): ListedRequest {
  const shown = presentRequest({ ...request, status: statusForPayer(request.status, payment) }, now);
  const known = isFair ? undefined : learner;
  return {
    ...shown,
    // A link to somebody's own pages says who they are as a name does.
    socials: isFair ? '' : request.socials,
    learner: {
      userId: {
        _id: request.learnerId,
        fullName: known?.fullName ?? 'A learner',
        ...(showsEmail && known ? { email: known.email } : {}),
        profilePicture: known?.picture ?? null,
      },
    },
    isInvitation,
    terms: request.terms,
    reservedUntil: shown.status === 'reserved' ? (request.reservedUntil?.toISOString() ?? null) : null,
  };
}
