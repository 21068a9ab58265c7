import { useEffect, useState } from 'react';
import { watchDesk } from '#contracts/desk/desk.ts';
import type { Endpoint, ResponseBody, Sent } from '#contracts/endpoint.ts';
import { ApiError, messageOf } from '#src/browser/api.ts';
import { followChanges } from '#src/browser/follow-changes.ts';
import { toastError, toastSuccess } from '#src/browser/toast.ts';
import { type ApiQuery, queryClient, useApiQuery } from '#src/browser/use-api-query.ts';
import { textAt } from '#src/ui/fields/form-values.ts';
import { FailedToLoad } from '#src/ui/Notice.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { callDesk } from './call-desk.ts';
import { deskCopy } from './desk.copy.ts';

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

/** Reads from the desk, unless `isOff`; keeps the previous data while other filters load. */
export function useDeskQuery<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  { isOff = false } = {},
): ApiQuery<ResponseBody<E>> {
  return useApiQuery(endpoint, sent, {
    enabled: !isOff,
    send: (contract, input, options) => callDesk(contract, input, { ...options, isBackground: isRefreshing }),
    placeholderData: (before) => before,
  });
}

/** The loading or error state of a read of the desk without data; `missing` is the text for an id that does not exist. */
export function DeskQueryState({ query, missing }: { query: ApiQuery<unknown>; missing?: string }) {
  const { data, error, isFetching, refetch } = query;
  const isMissing = error instanceof ApiError && [404, 422].includes(error.status);
  if (data === undefined && isMissing && missing)
    return <FailedToLoad message={missing} isRetrying={isFetching} onRetry={() => void refetch()} />;
  return <QueryState query={query} loading={deskCopy.loading} failed={deskCopy.loadFailed} />;
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
  useEffect(() => followChanges(refreshInBackground, watchDesk), []);
}

/**
 * Runs one action at a time, shows its message and loads the page again, also after a failure: another operator may have
 * been faster. `running` is the key of the action that runs.
 */
export function useDeskAction() {
  const [running, setRunning] = useState<string>();
  const run = async (key: string, work: () => Promise<{ message: string }>): Promise<boolean> => {
    if (running) return false;
    setRunning(key);
    try {
      toastSuccess((await work()).message);
      return true;
    } catch (error) {
      toastError(messageOf(error, deskCopy.inbox.failed));
      return false;
    } finally {
      await refreshDesk();
      setRunning(undefined);
    }
  };
  return { running, run };
}

/**
 * Query of a call which is kept in the address of the page, so that a reload and a link show the same. Values that the
 * contract rejects are left out. `form` is the prefix of the ids of its fields.
 */
export function useAddressQuery<E extends Endpoint>(endpoint: E, form: string) {
  type Query = Sent<E> extends { query: infer Q } ? Partial<Q> : never;
  const [query, setQuery] = useState<Query>(() => {
    const given = Object.fromEntries(new URLSearchParams(location.search));
    return (endpoint.query?.safeParse(given).success ? given : {}) as Query;
  });
  /** Returns a query as the address has it. */
  const searchOf = (all: Query): string => {
    const search = new URLSearchParams();
    for (const name of Object.keys(all)) {
      const text = textAt(all, name);
      if (text) search.set(name, text);
    }
    return `${search}`;
  };
  const replace = (all: Query) => {
    setQuery(all);
    const search = searchOf(all);
    history.replaceState(null, '', search ? `?${search}` : location.pathname);
  };
  const change = (some: Query) => replace({ ...query, ...some });
  /** Props of the control of a value; a change leads to the first page. */
  const field = (name: keyof Query & string) => ({
    id: `${form}-${name}`,
    value: textAt(query, name),
    onChange: ({ target }: { target: { value: string } }) =>
      replace({ ...query, [name]: target.value || undefined, page: undefined }),
  });
  return { query, replace, change, field, searchOf };
}
