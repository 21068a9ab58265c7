import type { listOpenRequests as contract } from '#contracts/desk/desk-requests.ts';
import { lockOwnCase } from '#services/cases/lock-case.ts';
import type { Handler } from '#services/deps.ts';
import { findOpenRequests } from '#services/requests/listing/find-open-requests.ts';
import { presentListedRequests } from '#services/requests/listing/present-listed-requests.ts';

/**
 * Lists the open requests that every sponsor may see, with the learners' e-mails, to the operator of a case.
 * @throws HttpError 404 for an unknown case, 409 for one that is not the caller's
 */
export const listOpenRequests: Handler<typeof contract> = async ({ params, query, caller }, deps) => {
  await deps.db.transaction((manager) => lockOwnCase(manager, params.id, caller.id));
  const { requests, ...paging } = await findOpenRequests(deps, caller.id, { ...query, sort: 'waiting' });
  const data = await presentListedRequests(deps.db, caller, requests, false);
  return { message: 'Requests that sponsors see', data, ...paging };
};
