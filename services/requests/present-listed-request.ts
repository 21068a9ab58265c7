import type { PaymentStatus } from '#contracts/payments/payment-status.ts';
import type { ListedRequest } from '#contracts/requests/request-views.ts';
import type { Person } from './find-viewer-facts.ts';
import { presentRequest } from './present-request.ts';
import type { HelpRequest } from './request.entity.ts';
import { statusForPayer } from './status-for-payer.ts';

interface View {
  now: Date;
  /** The sponsor or operator who sees it. */
  viewerId: string;
  learner: Person;
  /** Whether the caller may read the learner's e-mail. */
  showsEmail: boolean;
  isInvitation: boolean;
  /** Status of this sponsor's newest payment for the request. */
  payment: PaymentStatus | undefined;
  /** Whether the course is paid for by this sponsor, see `sponsoring_payments`. */
  isSponsor: boolean;
  /** Names and photos are off ("fair browsing"). */
  isFair?: boolean;
}

/** Maps a request to a sponsor's view. */
export function presentListedRequest(
  request: HelpRequest,
  { now, viewerId, learner, showsEmail, isInvitation, payment, isSponsor, isFair = false }: View,
): ListedRequest {
  const shown = presentRequest(
    { ...request, status: statusForPayer(request.status, { payment, isSponsor }) },
    now,
  );
  const isReserved = shown.status === 'reserved';
  const known = isFair ? undefined : learner;
  return {
    ...shown,
    // A link to the learner's profile identifies them as well as a name.
    socials: isFair ? '' : request.socials,
    learner: {
      userId: {
        // The same id in the list with names would say who it is.
        ...(known && { _id: request.learnerId }),
        fullName: known?.fullName ?? 'A learner',
        ...(showsEmail && known ? { email: known.email } : {}),
        profilePicture: known?.picture ?? null,
      },
    },
    isInvitation,
    canMeet: !learner.isMinor,
    terms: request.terms,
    reservedUntil: isReserved ? (request.reservedUntil?.toISOString() ?? null) : null,
    isMine: isReserved && request.reservedById === viewerId,
  };
}
