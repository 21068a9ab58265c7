import { profileCopy as copy } from './profile.copy.ts';
import styles from './profile.module.css';

/** The skeleton of the profile page while it loads. */
export function ProfileSkeleton() {
  return (
    <div className={styles.sections} role="status">
      <span className="visually-hidden">{copy.loading}</span>
      {[3, 2].map((cards) => (
        <div key={cards} className={styles.column}>
          {Array.from({ length: cards }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no identity
            <div key={index} className={`card ${styles.shape}`}>
              <span className="skeleton" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
