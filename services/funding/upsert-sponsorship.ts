import type { EntityManager } from 'typeorm';
import { row } from '#services/platform/database/sql.ts';
import type { Sponsorship } from './funding.entity.ts';

/**
 * Upserts a sponsorship with the latest choices of its sponsor, and returns its id. Without a choice about the rest of a cheaper
 * course the last one stays.
 */
export async function upsertSponsorship(
  manager: EntityManager,
  sponsorship: Pick<Sponsorship, 'requestId' | 'sponsorId' | 'isAnonymous'> & {
    wantsRestBack: boolean | undefined;
  },
): Promise<string> {
  const { requestId, sponsorId, isAnonymous, wantsRestBack } = sponsorship;
  const kept = await row<{ id: string }>(
    manager,
    `INSERT INTO sponsorships AS s (request_id, sponsor_id, is_anonymous, wants_rest_back)
     VALUES ($1, $2, $3, coalesce($4, false))
     ON CONFLICT (request_id, sponsor_id) DO UPDATE SET is_anonymous = excluded.is_anonymous,
       wants_rest_back = coalesce($4, s.wants_rest_back) RETURNING id`,
    [requestId, sponsorId, isAnonymous, wantsRestBack],
  );
  if (!kept) throw new Error('The sponsorship was not stored');
  return kept.id;
}
