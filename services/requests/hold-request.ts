import type { EntityManager } from 'typeorm';
import type { RequestHold } from '#contracts/requests/request-holds.ts';
import { updateReturning } from '#services/platform/database/sql.ts';
import { publishRequestChange } from './publish-request-change.ts';
import { type HelpRequest, HelpRequestEntity } from './request.entity.ts';

/** Which holds to add and which to remove. */
interface HoldChange {
  add?: readonly RequestHold[];
  remove?: readonly RequestHold[];
}

/**
 * Changes the holds of a request, or of all requests of a learner that can still be funded, in the caller's transaction:
 * the only writer of `requests.holds` besides the insertion. Returns the requests whose holds are different now.
 */
export async function changeHolds(
  manager: EntityManager,
  target: { requestId: string } | { learnerId: string },
  { add = [], remove = [] }: HoldChange,
): Promise<HelpRequest[]> {
  const isOne = 'requestId' in target;
  const changed = await updateReturning(manager, HelpRequestEntity, {
    change: `holds = ${changedHolds}`,
    condition: `${isOne ? 'r.id = $1' : `r.learner_id = $1 AND r.status IN ('pending', 'reserved')`}
      AND ${changedHolds} <> r.holds`,
    values: [isOne ? target.requestId : target.learnerId, add, remove],
  });
  for (const request of changed) await publishRequestChange(manager, request);
  return changed;
}

// Ordered, so that equal sets are equal arrays.
const changedHolds = `ARRAY(SELECT hold FROM unnest(r.holds || $2::text[]) AS hold
  WHERE hold <> ALL ($3::text[]) GROUP BY hold ORDER BY hold)`;
