import { passwordCopy as copy } from './password.copy.ts';
import styles from './password.module.css';
import { passwordStrength } from './password-strength.ts';

/** Shows the strength of a password as three bars and in words. It never blocks the form. */
export function StrengthHint(props: { password: string; about?: readonly string[] }) {
  const { level, words } = passwordStrength(props.password, props.about);
  return (
    <span className={styles.strength} data-level={level}>
      <svg viewBox="0 0 60 10" width="60" height="10" role="img" aria-label={copy.label}>
        {[1, 2, 3].map((mark) => (
          <path
            key={mark}
            className={mark <= level ? styles.on : styles.off}
            d={`M${mark * 21 - 21} 0h18v10h-18Z`}
          />
        ))}
      </svg>
      <span aria-live="polite">{words}</span>
    </span>
  );
}
