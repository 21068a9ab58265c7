import type { EntityManager } from 'typeorm';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { rows } from '#services/platform/database/sql.ts';
import type { HelpRequest } from './request.entity.ts';

/** Publishes a change of a request to its learner and to the sponsors with a meeting or a payment. */
export async function publishRequestChange(
  manager: EntityManager,
  { id, learnerId }: Pick<HelpRequest, 'id' | 'learnerId'>,
): Promise<void> {
  const sponsors = await rows<{ id: string }>(
    manager,
    `SELECT sponsor_id AS id FROM meetings WHERE request_id = $1
     UNION SELECT payer_id FROM payments WHERE request_id = $1 AND status NOT IN ('failed', 'abandoned')`,
    [id],
  );
  publishChange(manager, learnerId, ...sponsors.map((sponsor) => sponsor.id));
}
