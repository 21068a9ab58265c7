import { sponsorshipsCopy as copy } from '../sponsorships.copy.ts';
import styles from './listing.module.css';

const places = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The placeholder while the listing loads. */
export function ListingSkeleton() {
  return (
    <div className="stack">
      <p className="soft" role="status">
        {copy.loading}
      </p>
      <div className="grid-cards" aria-hidden="true">
        {places.map((place) => (
          <div key={place} className={`card card-media ${styles.request}`}>
            <span className={`skeleton ${styles.skeletonCloth}`} />
            <div className={styles.person}>
              <span className="skeleton avatar" />
              <span className={`skeleton ${styles.skeletonName}`} />
            </div>
            <span className={`skeleton ${styles.skeletonCourse}`} />
            <span className={`skeleton ${styles.skeletonFoot}`} />
          </div>
        ))}
      </div>
    </div>
  );
}
