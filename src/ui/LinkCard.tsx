import type { ReactNode } from 'react';
import type { Endpoint, ResponseBody, Sent } from '#contracts/endpoint.ts';
import { ApiError, messageOf } from '#src/browser/api.ts';
import { incompleteLink } from '#src/browser/link-token.ts';
import { paths } from '#src/browser/paths.ts';
import { type ApiQuery, setApiQueryData, useApiQuery } from '#src/browser/use-api-query.ts';
import { Spinner } from './Button.tsx';
import { Notice, QueryFailed } from './Notice.tsx';
import { useLinkToken } from './use-link-token.ts';

/**
 * Reads what a mail's link leads to. It is never fetched again by itself: the new content could replace a form that is being filled in,
 * and a link that has been used is an error.
 */
export function useMailLink<E extends Endpoint>(endpoint: E) {
  const linkToken = useLinkToken();
  const token = linkToken ?? '';
  const sent = { query: { token } } as unknown as Sent<E>;
  const query = useApiQuery(endpoint, sent, {
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  /** Shows the response to a change. After a conflict it loads the content again; every error is thrown. */
  const change = async (send: () => Promise<ResponseBody<E>>) => {
    try {
      await setApiQueryData(endpoint, sent, await send());
    } catch (error) {
      // oxlint-disable-next-line typescript/no-floating-promises -- React Query keeps the errors
      if (error instanceof ApiError && error.status === 409) void query.refetch();
      throw error;
    }
  };
  return { token, isIncomplete: linkToken === '', query, change };
}

interface LinkCardProps<T> {
  /** As returned by {@link useMailLink}. */
  link: { isIncomplete: boolean; query: ApiQuery<{ data: T }> };
  copy: Readonly<Record<'loading' | 'loadFailed' | 'exit', string>>;
  /** Where the link below the content leads. */
  exitPath?: string;
  children: (content: T) => ReactNode;
}

/** The page of a mail's link, without sign-in: the content, or why it cannot be shown, and a link to another page. */
export function LinkCard<T>({
  link: { isIncomplete, query },
  copy,
  exitPath = paths.dashboard,
  children,
}: LinkCardProps<T>) {
  const { data, error } = query;
  const isLoading = !isIncomplete && !data && !error;
  const isUseless = isIncomplete || (error instanceof ApiError && error.status === 422);
  return (
    <div className="card stack" aria-busy={isLoading}>
      {isLoading && (
        <p className="row" role="status">
          <Spinner /> {copy.loading}
        </p>
      )}
      {isUseless && (
        <Notice kind="warn" text={isIncomplete ? incompleteLink : messageOf(error, copy.loadFailed)} />
      )}
      {!isUseless && Boolean(error) && <QueryFailed query={query} failed={copy.loadFailed} />}
      {data && !error && children(data.data)}
      {!isLoading && (
        <p>
          <a href={exitPath}>{copy.exit}</a>
        </p>
      )}
    </div>
  );
}
