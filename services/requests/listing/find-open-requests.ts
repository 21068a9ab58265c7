import type pg from 'pg';
import { type DataSource, In } from 'typeorm';
import { type HelpRequest, HelpRequestEntity } from '../request.entity.ts';
import { findOpenIds } from './find-open-ids.ts';
import type { ListingQuery } from './listing-criteria.ts';

/** One page of open requests. */
export interface OpenRequests {
  requests: HelpRequest[];
  currentPage: number;
  totalPages: number;
  totalRequests: number;
  /** There are more than `totalRequests`. */
  isCapped: boolean;
}

/**
 * Finds open requests that may be seen: by the sponsor, or by anybody when there is none. The keyword is looked for
 * in title, platform, reason and socials, in any case.
 */
export async function findOpenRequests(
  { db, search }: { db: DataSource; search: pg.Pool },
  sponsorId: string | undefined,
  query: ListingQuery,
): Promise<OpenRequests> {
  const { ids, total, isCapped } = await findOpenIds(search, sponsorId, query);
  const found = await db.getRepository(HelpRequestEntity).findBy({ id: In(ids) });
  const byId = new Map(found.map((request) => [request.id, request]));
  return {
    requests: ids.flatMap((id) => byId.get(id) ?? []),
    currentPage: query.page,
    totalPages: Math.max(1, Math.ceil(total / query.limit)),
    totalRequests: total,
    isCapped,
  };
}
