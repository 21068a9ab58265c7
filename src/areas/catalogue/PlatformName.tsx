import styles from './platform.module.css';
import { platformMarkId } from './platform-mark-id.ts';

/** A platform's name after its logo, or after its first letter when it has no logo. */
export function PlatformName({ platform }: { platform: string }) {
  const id = platformMarkId(platform);
  return (
    <span className={styles.platform}>
      {id ? (
        <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
          <use href={`#${id}`} />
        </svg>
      ) : (
        <span className={styles.letter} aria-hidden="true">
          {[...platform][0]}
        </span>
      )}
      {platform}
    </span>
  );
}
