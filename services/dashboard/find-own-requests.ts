import type { DataSource } from 'typeorm';
import type { OwnRequest } from '#contracts/dashboard.ts';
import { presentRequest } from '#services/requests/present-request.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { findRequestNews } from './find-request-news.ts';

/** A learner's newest requests, with whom they invite, what happened so far, and who paid (unless anonymous). */
export async function findOwnRequests(
  db: DataSource,
  learnerId: string,
  most: number,
): Promise<OwnRequest[]> {
  const [requests, told] = await Promise.all([
    db
      .getRepository(HelpRequestEntity)
      .find({ where: { learnerId }, order: { createdAt: 'DESC', id: 'ASC' }, take: most }),
    findRequestNews(db, learnerId, most),
  ]);
  return requests.flatMap((request) => {
    const it = told.get(request.id);
    // Filed between the two questions: it comes with the next look.
    if (!it) return [];
    const shown = presentRequest(request, it.now);
    return {
      ...shown,
      ...it.news,
      socials: request.socials,
      delivery: request.delivery,
      account: { email: request.accountEmail },
      isPrivate: request.isPrivate,
      isPublic: request.isPublic,
      reservedUntil: shown.status === 'reserved' ? (request.reservedUntil?.toISOString() ?? null) : null,
      paidAt: request.paidAt?.toISOString() ?? null,
      enrolledAt: request.enrolledAt?.toISOString() ?? null,
      withdrawnAt: request.withdrawnAt?.toISOString() ?? null,
      completedAt: request.completedAt?.toISOString() ?? null,
    };
  });
}
