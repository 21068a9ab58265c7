import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchDesk } from '#contracts/desk.ts';
import type { Endpoint, ResponseBody, Sent } from '#contracts/endpoint.ts';
import { followChanges } from '../../browser/follow-changes.ts';
import { queryClient } from '../../browser/use-api-query.ts';
import { callDesk } from './call-desk.ts';

const queryKey = ['desk'];
let isRefreshing = false;

/** Loads everything on the page of the desk again, after an action of the operator. */
export function refreshDesk(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey });
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
export function useDeskQuery<E extends Endpoint>(endpoint: E, sent: Sent<E>) {
  return useQuery<ResponseBody<E>>(
    {
      queryKey: [...queryKey, endpoint.path, sent],
      queryFn: ({ signal }) => callDesk(endpoint, sent, { signal, isBackground: isRefreshing }),
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
}

/** Refreshes everything on the page whenever cases change. */
export function useLiveDesk(): void {
  useEffect(() => followChanges(() => void refreshInBackground(), watchDesk), []);
}
