import type { EntityManager } from 'typeorm';
import { row } from '#services/platform/database/sql.ts';
import type { Sponsorship } from './funding.entity.ts';

/** Upserts a sponsorship with the latest choice about staying anonymous, and returns its id. */
export async function upsertSponsorship(
  manager: EntityManager,
  { requestId, sponsorId, isAnonymous }: Pick<Sponsorship, 'requestId' | 'sponsorId' | 'isAnonymous'>,
): Promise<string> {
  const kept = await row<{ id: string }>(
    manager,
    `INSERT INTO sponsorships (request_id, sponsor_id, is_anonymous) VALUES ($1, $2, $3)
     ON CONFLICT (request_id, sponsor_id) DO UPDATE SET is_anonymous = excluded.is_anonymous RETURNING id`,
    [requestId, sponsorId, isAnonymous],
  );
  if (!kept) throw new Error('The sponsorship was not stored');
  return kept.id;
}
