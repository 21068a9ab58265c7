import { type DataSource, In } from 'typeorm';
import { findPeople, type Person } from '#services/accounts/find-people.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { type HelpRequest, HelpRequestEntity } from './request.entity.ts';
import { isOpenSql, visibleToSponsor } from './visible-to-sponsor.ts';

interface Search {
  /** A sponsor's id, or everybody: then only public requests are found. */
  visibleTo: string;
  search?: string | undefined;
  page: number;
  limit: number;
}

/** One page of open requests, newest first, with their learners. */
export interface OpenRequests {
  requests: HelpRequest[];
  learners: Map<string, Person>;
  now: Date;
  currentPage: number;
  totalPages: number;
  totalRequests: number;
}

/** Finds open requests that may be seen; `search` matches title, platform, reason and socials, in any case. */
export async function findOpenRequests(
  db: DataSource,
  { visibleTo, search, page, limit }: Search,
): Promise<OpenRequests> {
  const found = db.getRepository(HelpRequestEntity).createQueryBuilder('r').where(isOpenSql);
  if (visibleTo === 'everybody') found.andWhere('r.is_public');
  else found.andWhere(visibleToSponsor(':sponsorId'), { sponsorId: visibleTo });
  if (search) {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    found.andWhere(
      '(r.course_title ILIKE :pattern OR r.platform ILIKE :pattern OR r.motivation ILIKE :pattern OR r.socials ILIKE :pattern)',
      { pattern },
    );
  }
  const [requests, totalRequests] = await found
    .orderBy('r.createdAt', 'DESC')
    .addOrderBy('r.id')
    .skip((page - 1) * limit)
    .take(limit)
    .getManyAndCount();
  return {
    requests,
    learners: await findPeople(db, { id: In(requests.map(({ learnerId }) => learnerId)) }),
    now: await databaseNow(db),
    currentPage: page,
    totalPages: Math.max(1, Math.ceil(totalRequests / limit)),
    totalRequests,
  };
}
