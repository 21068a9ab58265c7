import { ApiError, messageOf } from '#src/browser/api.ts';
import type { ApiQuery } from '#src/browser/use-api-query.ts';
import { FailedToLoad } from '#src/ui/Notice.tsx';
import { deskCopy } from './desk.copy.ts';

/** The loading or error state of a read of the desk without data; `missing` is the text for a 404. */
export function DeskQueryState(props: { query: ApiQuery<unknown>; missing?: string }) {
  const { data, error, isFetching, refetch } = props.query;
  if (data !== undefined) return null;
  if (!error)
    return (
      <p role="status" className="soft">
        {deskCopy.loading}
      </p>
    );
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <FailedToLoad
      message={(isMissing && props.missing) || messageOf(error, deskCopy.loadFailed)}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
