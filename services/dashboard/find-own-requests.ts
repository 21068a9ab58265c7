import type { DataSource } from 'typeorm';
import type { OwnRequest } from '#contracts/dashboard.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { presentRequest } from '#services/requests/present-request.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { findRequestNews } from './find-request-news.ts';

/** A learner's newest requests, with whom they invite, what happened so far, and who paid (unless anonymous). */
export async function findOwnRequests(
  db: DataSource,
  learnerId: string,
  most: number,
): Promise<OwnRequest[]> {
  const [now, requests] = await Promise.all([
    databaseNow(db),
    db
      .getRepository(HelpRequestEntity)
      .find({ where: { learnerId }, order: { createdAt: 'DESC', id: 'ASC' }, take: most }),
  ]);
  const news = await findRequestNews(
    db,
    requests.map(({ id }) => id),
  );
  return requests.flatMap((request) => {
    const itsNews = news.get(request.id);
    if (!itsNews) return [];
    return {
      ...presentRequest(request, now),
      ...itsNews,
      socials: request.socials,
      delivery: request.delivery,
      account: { email: request.accountEmail },
      isPrivate: request.isPrivate,
      isPublic: request.isPublic,
      paidAt: request.paidAt?.toISOString() ?? null,
      enrolledAt: request.enrolledAt?.toISOString() ?? null,
      withdrawnAt: request.withdrawnAt?.toISOString() ?? null,
      completedAt: request.completedAt?.toISOString() ?? null,
    };
  });
}
