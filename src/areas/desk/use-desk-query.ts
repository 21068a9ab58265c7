import { useEffect } from 'react';
import { watchDesk } from '#contracts/desk/desk.ts';
import type { Endpoint, ResponseBody, Sent } from '#contracts/endpoint.ts';
import { followChanges } from '#src/browser/follow-changes.ts';
import { type ApiQuery, queryClient, useApiQuery } from '#src/browser/use-api-query.ts';
import { callDesk } from './call-desk.ts';

const pollMs = 2_000;
let isRefreshing = false;

/** Loads everything on the page of the desk again, after an action of the operator. */
export function refreshDesk(): Promise<void> {
  return queryClient.invalidateQueries();
}

/** Loads everything on the page again without prolonging the session, because no operator asked for it. */
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

/** Refreshes everything on the page every other second, or at another interval, while a job is running. */
export function useDeskPolling(isRunning: boolean, intervalMs = pollMs): void {
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      // oxlint-disable-next-line typescript/no-floating-promises -- React Query keeps the errors
      if (!document.hidden) void refreshInBackground();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [isRunning, intervalMs]);
}

/** Refreshes everything on the page whenever cases change. */
export function useLiveDesk(): void {
  useEffect(() => followChanges(() => void refreshInBackground(), watchDesk), []);
}
