import type { DataSource } from 'typeorm';
import { rows } from '#services/platform/database/sql.ts';
import { invitesSponsor } from './visible-to-sponsor.ts';

/** Returns those of the given request ids that invite the sponsor personally. */
export async function findInvitingRequests(
  db: DataSource,
  sponsorId: string,
  ids: string[],
): Promise<Set<string>> {
  const found = await rows<{ id: string }>(
    db,
    `SELECT r.id FROM requests r WHERE r.id = ANY($2::uuid[]) AND ${invitesSponsor('$1')}`,
    [sponsorId, ids],
  );
  return new Set(found.map(({ id }) => id));
}
