import { platformMarkId } from '../../ui/drawings/sprite/platform-mark-id.ts';
import { spriteRef } from '../../ui/drawings/sprite/sprite.ts';
import styles from './platform.module.css';

/** A platform's name after its logo, or after its first letter when it has no logo. */
export function PlatformName({ platform }: { platform: string }) {
  const id = platformMarkId(platform);
  return (
    <span className={styles.platform}>
      {id ? (
        <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
          <use href={spriteRef(id)} />
        </svg>
      ) : (
        <span className={styles.letter} aria-hidden="true">
          {[...platform][0]}
        </span>
      )}
      <span translate="no">{platform}</span>
    </span>
  );
}
