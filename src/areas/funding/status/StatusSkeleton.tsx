import type { SponsorStatusQuery } from '../../../browser/paths.ts';
import { statusCopy as copy } from './status.copy.ts';
import styles from './status.module.css';

/** Placeholder as high as the loading step, which avoids layout shift. */
export function StatusSkeleton({ state }: Pick<SponsorStatusQuery, 'state'>) {
  return (
    <div className={styles.loading} data-state={state} role="status">
      <span className="visually-hidden">{copy.loading}</span>
      <span className="skeleton" />
    </div>
  );
}

/** Parses the query string; both spellings of the request parameter are accepted (specification section 2). */
export function readStatusQuery(search: string): SponsorStatusQuery {
  const query = new URLSearchParams(search);
  return {
    state: query.get('state') === 'meet' ? 'meet' : 'pay',
    requestId: query.get('requestID') || query.get('requestId') || '',
  };
}
