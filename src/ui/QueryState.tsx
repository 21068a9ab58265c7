import type { ApiQuery } from '../browser/use-api-query.ts';
import { QueryFailed } from './Notice.tsx';

/** The loading or error state of a read without data; nothing once there is data. */
export function QueryState(props: { query: ApiQuery<unknown>; loading: string; failed: string }) {
  const { data, error } = props.query;
  if (data !== undefined) return null;
  if (error) return <QueryFailed query={props.query} failed={props.failed} />;
  return (
    <p role="status" className="soft">
      {props.loading}
    </p>
  );
}
