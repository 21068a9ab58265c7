import { useEffect } from 'react';
import { watchDesk } from '#contracts/desk.ts';
import type { Endpoint, ResponseBody, Sent } from '#contracts/endpoint.ts';
import { followChanges } from '../../browser/follow-changes.ts';
import { type ApiQuery, queryClient, useApiQuery } from '../../browser/use-api-query.ts';
import { callDesk } from './call-desk.ts';

let isRefreshing = false;

/** Loads everything on the page of the desk again, after an action of the operator. */
export function refreshDesk(): Promise<void> {
  return queryClient.invalidateQueries();
}

// Automatic reloads must not prolong the session.
async function refreshInBackground(): Promise<void> {
  isRefreshing = true;
  try {
    await refreshDesk();
  } finally {
    isRefreshing = false;
  }
}

/** Reads from the desk; keeps the previous data while other filters load. */
export function useDeskQuery<E extends Endpoint>(endpoint: E, sent: Sent<E>): ApiQuery<ResponseBody<E>> {
  return useApiQuery(endpoint, sent, {
    send: (one, input, options) => callDesk(one, input, { ...options, isBackground: isRefreshing }),
    placeholderData: (before) => before,
  });
}

/** Refreshes everything on the page whenever cases change. */
export function useLiveDesk(): void {
  useEffect(() => followChanges(() => void refreshInBackground(), watchDesk), []);
}
