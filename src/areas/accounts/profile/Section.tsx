import { type ReactNode, useId } from 'react';
import { profileCopy as copy } from './profile.copy.ts';
import styles from './profile.module.css';

/** A section of the profile page with its heading. */
export function Section(props: { heading: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section className="card stack" aria-labelledby={headingId}>
      <h2 id={headingId}>{props.heading}</h2>
      {props.children}
    </section>
  );
}

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
