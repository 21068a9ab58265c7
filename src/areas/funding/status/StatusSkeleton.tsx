import { statusCopy as copy } from './status.copy.ts';
import styles from './status.module.css';
import type { StatusQuery } from './status-query.ts';

/** Placeholder as high as the loading step, which avoids layout shift. */
export function StatusSkeleton({ state }: Pick<StatusQuery, 'state'>) {
  return (
    <div className={styles.loading} data-state={state} role="status">
      <span className="visually-hidden">{copy.loading}</span>
      <span className="skeleton" />
    </div>
  );
}
