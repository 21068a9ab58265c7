import type { ReactNode } from 'react';
import { ApiError, messageOf } from '#src/browser/api.ts';
import { paths } from '#src/browser/paths.ts';
import type { ApiQuery } from '#src/browser/use-api-query.ts';
import { Spinner } from './Button.tsx';
import { Notice, QueryFailed } from './Notice.tsx';

interface LinkCardProps<T> {
  /** The token of the link; empty when the link is incomplete. */
  token: string;
  query: ApiQuery<{ data: T }>;
  copy: Readonly<Record<'loading' | 'noToken' | 'loadFailed' | 'toDashboard', string>>;
  children: (content: T) => ReactNode;
}

/** The page of a mail's link, without sign-in: the content, or why it cannot be shown, and a link to the dashboard. */
export function LinkCard<T>({ token, query, copy, children }: LinkCardProps<T>) {
  const { data, error } = query;
  const isLoading = Boolean(token) && !data && !error;
  const isUseless = !token || (error instanceof ApiError && error.status === 422);
  return (
    <div className="card stack" aria-busy={isLoading}>
      {isLoading && (
        <p className="row" role="status">
          <Spinner /> {copy.loading}
        </p>
      )}
      {isUseless && (
        <Notice kind="warn">
          <p>{token ? messageOf(error, copy.loadFailed) : copy.noToken}</p>
        </Notice>
      )}
      {!isUseless && Boolean(error) && <QueryFailed query={query} failed={copy.loadFailed} />}
      {data && !error && children(data.data)}
      {!isLoading && (
        <p>
          <a href={paths.dashboard}>{copy.toDashboard}</a>
        </p>
      )}
    </div>
  );
}
