import { statusCopy as copy } from './status.copy.ts';
import styles from './status.module.css';
import type { StatusQuery } from './status-query.ts';

/** The place of the step that is on its way: as high as the step, so that nothing moves when it comes. */
export function StatusSkeleton({ state }: Pick<StatusQuery, 'state'>) {
  return (
    <div className={styles.loading} data-state={state} role="status">
      <span className="visually-hidden">{copy.loading}</span>
      <span className="skeleton" />
    </div>
  );
}
