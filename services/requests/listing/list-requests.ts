import { toMinor } from '#contracts/money.ts';
import type { listRequests as contract } from '#contracts/requests/listing.ts';
import type { Handler } from '#services/deps.ts';
import { findOpenRequests } from './find-open-requests.ts';
import { presentListedRequests } from './present-listed-requests.ts';

/** Lists the open requests that a sponsor may see. */
export const listRequests: Handler<typeof contract> = async ({ query, caller }, deps) => {
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
