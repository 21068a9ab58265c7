import type { getRequest as contract } from '#contracts/requests/listing.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { insertOnce } from '#services/platform/database/sql.ts';
import { notFound } from '#services/platform/errors.ts';
import { findVisibleRequest } from '../find-visible-request.ts';
import type { HelpRequest } from '../request.entity.ts';
import { RequestViewEntity } from '../request-view.entity.ts';
import { isOpenSql } from '../visible-to-sponsor.ts';
import { presentListedRequests } from './present-listed-requests.ts';

const hasOwnPaymentSql = `EXISTS (SELECT 1 FROM payments mine WHERE mine.request_id = r.id AND mine.payer_id = $2
  AND mine.status NOT IN ('failed', 'abandoned'))`;

/**
 * Returns one request: an open one to each sponsor who may see it; afterwards only to a sponsor whose payment is open
 * or was approved; a withdrawn one never. Records the sponsor's first view.
 * @throws HttpError 404 otherwise.
 */
export const getRequest: Handler<typeof contract> = async ({ params, query, caller }, { db }) => {
  const request = await findVisibleRequest(
    db.manager,
    params.id,
    caller.id,
    `(${isOpenSql} OR (r.status <> 'withdrawn' AND ${hasOwnPaymentSql}))`,
  );
  if (!request) {
    throw notFound(
      'This request is no longer open. Somebody may have funded it, or the learner took it back.',
    );
  }
  const [[data]] = await Promise.all([
    presentListedRequests(db, caller, [request], query.fair === 'on'),
    recordView(db, request, caller.id),
  ]);
  if (!data) throw notFound();
  return { message: 'A request you can sponsor', data };
};

// The learner is notified of the first view only.
async function recordView(
  db: Deps['db'],
  { id, learnerId }: Pick<HelpRequest, 'id' | 'learnerId'>,
  sponsorId: string,
): Promise<void> {
  const view = await insertOnce(db, RequestViewEntity, { requestId: id, sponsorId });
  if (view) publishChange(db, learnerId);
}
