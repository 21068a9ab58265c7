import type { DataSource } from 'typeorm';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { findPurchaseSteps } from '#services/purchases/find-purchase-steps.ts';
import { presentInvoice, presentRequest } from '#services/requests/present-request.ts';
import { priceConfirmBy } from '#services/requests/prices/price-freshness.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { findReviews } from '#services/safety/decisions/find-reviews.ts';
import { findRequestActivity } from './find-request-activity.ts';

/** Returns a learner's newest requests with recipients, activity, and the sponsor who paid (unless anonymous). */
export async function findOwnRequests(
  db: DataSource,
  learnerId: string,
  most: number,
): Promise<OwnRequest[]> {
  const [requests, activities] = await Promise.all([
    db
      .getRepository(HelpRequestEntity)
      .find({ where: { learnerId }, order: { createdAt: 'DESC', id: 'ASC' }, take: most }),
    findRequestActivity(db, learnerId, most),
  ]);
  const ids = requests.map(({ id }) => id);
  const held = requests.filter(({ holds }) => holds.length > 0).map(({ id }) => id);
  const [purchases, reviews] = await Promise.all([
    findPurchaseSteps(db, ids),
    held.length > 0 ? findReviews(db, held) : undefined,
  ]);
  return requests.flatMap((request) => {
    const found = activities.get(request.id);
    // Submitted between the two queries; the next call returns it.
    if (!found) return [];
    const shown = presentRequest(request, found.now);
    return {
      ...shown,
      ...found.activity,
      socials: request.socials,
      delivery: request.delivery,
      account: { email: request.accountEmail },
      invoice: presentInvoice(request),
      isPrivate: request.isPrivate,
      isPublic: request.isPublic,
      reservedUntil: shown.status === 'reserved' ? (request.reservedUntil?.toISOString() ?? null) : null,
      paidAt: request.paidAt?.toISOString() ?? null,
      enrolledAt: request.enrolledAt?.toISOString() ?? null,
      withdrawnAt: request.withdrawnAt?.toISOString() ?? null,
      priceConfirmBy: priceConfirmBy(request)?.toISOString() ?? null,
      purchase: purchases.get(request.id) ?? null,
      review: reviews?.get(request.id) ?? null,
      completedAt: request.completedAt?.toISOString() ?? null,
    };
  });
}
