import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { findRows } from '#services/platform/database/sql.ts';
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
 * Finds open requests visible to the sponsor, or public ones without a sponsor. The keyword is matched
 * case-insensitively in title, platform, reason and socials.
 */
export async function findOpenRequests(
  { db, search }: { db: DataSource; search: pg.Pool },
  sponsorId: string | undefined,
  query: ListingQuery,
): Promise<OpenRequests> {
  const { ids, total, isCapped } = await findOpenIds(search, sponsorId, query);
  const found = await findRows(db, HelpRequestEntity, 'r.id = ANY ($1::uuid[])', [ids]);
  const byId = new Map(found.map((request) => [request.id, request]));
  return {
    requests: ids.flatMap((id) => byId.get(id) ?? []),
    currentPage: query.page,
    totalPages: Math.max(1, Math.ceil(total / query.limit)),
    totalRequests: total,
    isCapped,
  };
}
