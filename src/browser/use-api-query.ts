import { type DefaultError, QueryClient, type QueryObserverOptions, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type * as z from 'zod/mini';
import type { Endpoint, ResponseBody, Sent } from '#contracts/endpoint.ts';
import { ApiError, call, rememberResponse } from './api.ts';
import { loadPart } from './load-part.ts';
import { findRendered, readsOfDocument } from './page-reads.ts';
import { serverNow } from './server-clock.ts';

/** The shared cache of API responses. Islands are separate React roots, so it is passed to every query instead of a provider. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Retry once, but not after a 4xx response: it would be the same again.
      retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 500),
      staleTime: 10_000,
      networkMode: 'always',
    },
  },
});

// What the page was rendered from is not requested again.
if (!import.meta.env.SSR)
  for (const { path, sent, body, etag } of readsOfDocument()) {
    queryClient.setQueryData([path, sent], body);
    rememberResponse({ path }, sent, { body, etag });
  }

/** The state of a read. */
export interface ApiQuery<T> {
  data: T | undefined;
  /** The error of the last attempt; kept while it is retried. */
  error: unknown;
  isFetching: boolean;
  /** Whether `data` belongs to the previous input, until the data of the new one has loaded. */
  isPlaceholderData: boolean;
  /** When `data` was fetched, in milliseconds since the epoch. */
  dataUpdatedAt: number;
  refetch: () => Promise<void>;
}

type ApiQueryOptions<E extends Endpoint> = Omit<
  QueryObserverOptions<ResponseBody<E>, DefaultError, ResponseBody<E>, ResponseBody<E>, readonly unknown[]>,
  'queryKey' | 'queryFn' | 'select'
> & {
  /** Imports the schema that validates the response; an invalid one is an error. */
  loadSchema?: () => Promise<z.ZodMiniType<ResponseBody<E>>>;
  /** Sends the request; `call` by default. */
  send?: typeof call<E>;
};

const keyOf = (endpoint: Endpoint, ...sent: object[]) => [endpoint.path, ...sent];

function useCachedQuery<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  { loadSchema, send = call, ...options }: ApiQueryOptions<E> = {},
): ApiQuery<ResponseBody<E>> {
  const queryKey = keyOf(endpoint, sent);
  const query = useQuery(
    {
      ...options,
      queryKey,
      queryFn: async ({ signal }) => {
        const [body, schema] = await Promise.all([
          send(endpoint, sent, { signal }),
          loadSchema && loadPart(loadSchema),
        ]);
        return schema ? schema.parse(body) : body;
      },
    },
    queryClient,
  );
  const { data, error } = query;
  // React Query forgets the error when it fetches again without data; the error view would lose the pressed button.
  const failure = useRef<{ key: string; error: unknown }>(undefined);
  const key = JSON.stringify(queryKey);
  if (error) failure.current = { key, error };
  else if (data !== undefined || failure.current?.key !== key) failure.current = undefined;
  return {
    data,
    error: failure.current?.error,
    // Read where they are used alone: a component is drawn again for each change of what was read of its query.
    get isFetching() {
      return query.isFetching;
    },
    get isPlaceholderData() {
      return query.isPlaceholderData;
    },
    get dataUpdatedAt() {
      return query.dataUpdatedAt;
    },
    refetch: async () => void (await query.refetch()),
  };
}

function unread<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: ApiQueryOptions<E> = {},
): ApiQuery<ResponseBody<E>> {
  const data = (options.initialData ?? findRendered(endpoint.path, sent)) as ResponseBody<E> | undefined;
  const isFetching = data === undefined && options.enabled !== false;
  return {
    data,
    error: undefined,
    isFetching,
    isPlaceholderData: false,
    dataUpdatedAt: serverNow(),
    refetch: async () => {},
  };
}

/**
 * Reads an endpoint through the cache that all islands of the page share. A server has what the page has read before: the cache
 * lives as long as its module, so all visitors would share it.
 */
export const useApiQuery = import.meta.env.SSR ? unread : useCachedQuery;

/** Starts a read before an island needs it; a failure is ignored. */
export function prefetchApiQuery<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: ApiQueryOptions<E> = {},
): void {
  // oxlint-disable-next-line typescript/no-floating-promises -- React Query keeps the errors
  void queryClient.prefetchQuery({
    ...(options as object),
    queryKey: keyOf(endpoint, sent),
    queryFn: () => call(endpoint, sent),
  });
}

/** Fetches the displayed reads of these endpoints again, and marks the other ones as stale. */
export async function invalidateApiQueries(...endpoints: Endpoint[]): Promise<void> {
  await Promise.all(
    endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })),
  );
}

/** Marks one read as stale, and fetches it again when it is displayed. */
export async function invalidateApiQuery<E extends Endpoint>(endpoint: E, sent: Sent<E>): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: keyOf(endpoint, sent) });
}

/** Replaces the data of a read, for example with the response of a mutation. */
export async function setApiQueryData<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  data: ResponseBody<E>,
): Promise<void> {
  const queryKey = keyOf(endpoint, sent);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, data);
}
