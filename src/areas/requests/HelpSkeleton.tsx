import styles from './help.module.css';
import { requestsCopy } from './requests.copy.ts';

const rows = ['a', 'b', 'c', 'd', 'e'];

/** Placeholder of the form while it is loading. */
export function HelpSkeleton() {
  return (
    <>
      <p className="visually-hidden" role="status">
        {requestsCopy.loading}
      </p>
      <div className="stack stack-loose" aria-hidden="true">
        {rows.map((place) => (
          <div key={place} className="stack stack-tight">
            <span className={`skeleton ${styles.skeletonLabel}`} />
            <span className={`skeleton ${styles.skeletonField}`} />
          </div>
        ))}
      </div>
    </>
  );
}
