import type { DataSource } from 'typeorm';
import type * as z from 'zod/mini';
import { limits } from '#contracts/limits.ts';
import { toMajor } from '#contracts/money.ts';
import type { PaymentStatus } from '#contracts/payments/payment-status.ts';
import { isOpen, isPaid, type RequestStatus } from '#contracts/requests/request-status.ts';
import {
  type EditableRequest,
  type InvoiceSchema,
  type ListedRequest,
  RequestSchema,
} from '#contracts/requests/request-views.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { findViewerFacts, type ViewerFacts } from './find-viewer-facts.ts';
import type { HelpRequest } from './request.entity.ts';

/** Maps what a request says about the invoice of a school; null for other deliveries. */
function presentInvoice({
  delivery,
  invoiceReference,
  invoicePayee,
  needsInvoice,
}: HelpRequest): z.output<typeof InvoiceSchema> | null {
  if (delivery !== 'school-invoice') return null;
  return { reference: invoiceReference ?? '', payee: invoicePayee ?? '', isThere: !needsInvoice };
}

const { course, ...shared } = RequestSchema.shape;

/** Maps the fields that every view of a request shares; an expired reservation is returned as `pending`. */
function presentRequest(request: HelpRequest, now: Date): z.output<typeof RequestSchema> {
  const hasLapsed =
    request.status === 'reserved' && request.reservedUntil !== null && request.reservedUntil <= now;
  return {
    ...columnsOf(request, shared),
    _id: request.id,
    paid: isPaid(request.status),
    status: hasLapsed ? 'pending' : request.status,
    priceUnit: request.currency,
    course: {
      ...columnsOf(request, course.shape),
      price: toMajor(request.priceMinor),
      priceUnit: request.currency,
    },
    createdAt: request.createdAt.toISOString(),
  };
}

/** Maps a request to its learner's view, without the recipients. */
export function presentOwnRequest(request: HelpRequest, now: Date): Omit<EditableRequest, 'recipientEmails'> {
  return {
    ...presentRequest(request, now),
    socials: request.socials,
    delivery: request.delivery,
    account: { email: request.accountEmail },
    invoice: presentInvoice(request),
    isPrivate: request.isPrivate,
    isPublic: request.isPublic,
    isForVisitors: request.isForVisitors,
  };
}

/** Returns the start of a reason, for readers who are not signed in. */
export function startOfReason(reason: string): string {
  const characters = [...reason];
  if (characters.length <= limits.visitorReasonChars) return reason;
  return `${characters
    .slice(0, limits.visitorReasonChars - 1)
    .join('')
    .trimEnd()}…`;
}

/** Returns the columns that a view has under the same name. */
function columnsOf<Shape extends object>(
  request: HelpRequest,
  shape: Shape,
): Pick<HelpRequest, keyof HelpRequest & keyof Shape> {
  return Object.fromEntries(Object.entries(request).filter(([name]) => name in shape)) as Pick<
    HelpRequest,
    keyof HelpRequest & keyof Shape
  >;
}

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
    const shown = facts.get(request.id);
    // Deleted between the two queries.
    if (!shown) return [];
    return presentListedRequest(request, {
      ...shown,
      viewerId: caller.id,
      showsEmail: shown.hasMeeting || caller.role === 'operator',
      payment: isOpen(request.status) ? null : shown.payment,
      isFair,
    });
  });
}

interface View extends Omit<ViewerFacts, 'hasMeeting'> {
  /** The sponsor or operator who sees it. */
  viewerId: string;
  /** Whether the caller may read the learner's e-mail. */
  showsEmail: boolean;
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
        country: learner.country,
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

/**
 * Returns the status of a request that a sponsor may see. What happens after the payment is visible only to the
 * sponsor of the course, a refund only to the one who received it; other sponsors see `paid`.
 * @internal For its test.
 */
export function statusForPayer(
  status: RequestStatus,
  { payment, isSponsor }: { payment: PaymentStatus | null | undefined; isSponsor: boolean },
): RequestStatus {
  if (isSponsor || (payment === 'reversed' && status === 'refunded')) return status;
  return status === 'enrolled' || status === 'completed' || status === 'refunded' ? 'paid' : status;
}
