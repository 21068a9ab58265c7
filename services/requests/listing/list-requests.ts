import { toMinor } from '#contracts/money.ts';
import type * as contracts from '#contracts/requests/listing.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { insertOnce } from '#services/platform/database/sql.ts';
import { notFound } from '#services/platform/errors.ts';
import { presentListedRequests } from '../present-request.ts';
import { type HelpRequest, RequestViewEntity } from '../request.entity.ts';
import { findVisibleRequest, isOpenSql } from '../visible-to-sponsor.ts';
import { findOpenRequests } from './find-open-requests.ts';

/** Lists the open requests that a sponsor may see. */
export const listRequests: Handler<typeof contracts.listRequests> = async ({ query, caller }, deps) => {
  const { min, max, near, fair, ...filters } = query;
  const { requests, ...paging } = await findOpenRequests(deps, caller.id, {
    ...filters,
    minMinor: inMinor(min),
    maxMinor: inMinor(max),
    nearMinor: inMinor(near),
  });
  const data = await presentListedRequests(deps.db, caller, requests, fair === 'on');
  return { message: 'Requests you can sponsor', data, ...paging };
};

function inMinor(major: number | undefined): number | undefined {
  return major === undefined ? undefined : toMinor(major);
}

const hasOwnPaymentSql = `EXISTS (SELECT 1 FROM payments mine WHERE mine.request_id = r.id AND mine.payer_id = $2
  AND mine.status NOT IN ('failed', 'abandoned'))`;

/**
 * Returns one request: an open one to each sponsor who may see it; afterwards only to a sponsor whose payment is open
 * or was approved; a withdrawn one never. Records the sponsor's first view.
 * @throws HttpError 404 otherwise.
 */
export const getRequest: Handler<typeof contracts.getRequest> = async ({ params, query, caller }, { db }) => {
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
