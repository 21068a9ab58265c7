import { limits } from '#contracts/limits.ts';
import styles from './results.module.css';

const places = Array.from({ length: limits.pageSize }, (_, index) => index);

/** Placeholder for a page of courses while it loads. */
export function ResultsSkeleton() {
  return (
    <div className={styles.grid} aria-hidden="true">
      {places.map((place) => (
        <div key={place} className={`card card-media ${styles.waiting}`}>
          <span className={`skeleton ${styles.cover}`} />
          <span className={`skeleton ${styles.short}`} />
          <span className={`skeleton ${styles.title}`} />
          <span className={`skeleton ${styles.text}`} />
          <span className={`skeleton ${styles.short}`} />
        </div>
      ))}
    </div>
  );
}
