import type { EntityManager } from 'typeorm';
import { findRow } from '#services/platform/database/sql.ts';
import { type HelpRequest, HelpRequestEntity } from './request.entity.ts';
import { visibleToSponsor } from './visible-to-sponsor.ts';

/**
 * Returns a request that a sponsor may see, otherwise undefined.
 *
 * @param condition a further condition over `requests AS r`; `$2` is the sponsor's id
 */
export function findVisibleRequest(
  manager: EntityManager,
  requestId: string,
  sponsorId: string,
  condition = 'true',
): Promise<HelpRequest | undefined> {
  return findRow(manager, HelpRequestEntity, `r.id = $1 AND ${visibleToSponsor('$2')} AND ${condition}`, [
    requestId,
    sponsorId,
  ]);
}
