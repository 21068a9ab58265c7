import { dashboardCopy as copy } from './dashboard.copy.ts';
import styles from './dashboard.module.css';

const counters = ['a', 'b', 'c', 'd'];
const cards = ['a', 'b'];

/** Placeholder of the dashboard while it is loading. */
export function DashboardSkeleton() {
  return (
    <>
      <h1 className="visually-hidden">{copy.title}</h1>
      <p className="visually-hidden" role="status">
        {copy.loading}
      </p>
      <div className={styles.banner} aria-hidden="true">
        <div className={`page ${styles.bannerLine}`}>
          <span className="skeleton avatar avatar-large" />
          <span className={`skeleton ${styles.skeletonName}`} />
        </div>
        <div className="skeleton band" />
      </div>
      <div className="page section stack stack-loose" aria-hidden="true">
        <div className={styles.counters}>
          {counters.map((place) => (
            <div key={place}>
              <span className={`skeleton ${styles.skeletonCounter}`} />
            </div>
          ))}
        </div>
        {cards.map((place) => (
          <span key={place} className={`skeleton ${styles.skeletonCard}`} />
        ))}
      </div>
    </>
  );
}
