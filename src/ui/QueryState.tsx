import { messageOf } from '../browser/api.ts';
import type { ApiQuery } from '../browser/use-api-query.ts';
import { FailedToLoad } from './Notice.tsx';

/** The loading or error state of a read without data; nothing once there is data. */
export function QueryState(props: { query: ApiQuery<unknown>; loading: string; failed: string }) {
  const { data, error, isFetching, refetch } = props.query;
  if (data !== undefined) return null;
  if (error) {
    return (
      <FailedToLoad
        message={messageOf(error, props.failed)}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <p role="status" className="soft">
      {props.loading}
    </p>
  );
}
