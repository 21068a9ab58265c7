import { Problem } from '../../../ui/Problem.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { googleCopy as copy } from './google.copy.ts';
import styles from './google.module.css';
import type { GoogleSettings } from './google-popup.ts';
import { useGoogleSignIn } from './use-google-sign-in.ts';

interface GoogleButtonProps {
  settings: GoogleSettings | null | undefined;
  /** Where the password form stands, relative to the button. */
  other: 'above' | 'below';
}

/**
 * The 'Continue with Google' button; hidden without Google sign-in, with its space reserved while the
 * settings load.
 */
export function GoogleButton({ settings, other }: GoogleButtonProps) {
  const { start, isBusy, problem } = useGoogleSignIn(settings);
  if (settings === null) return null;
  const divider = <p className={styles.or}>{other === 'below' ? copy.orFillIn : copy.or}</p>;
  return (
    <div className={styles.google} data-waiting={settings === undefined || undefined}>
      {other === 'above' && divider}
      <button
        type="button"
        className={styles.button}
        aria-disabled={isBusy || undefined}
        disabled={settings === undefined}
        onClick={() => !isBusy && start()}
      >
        {isBusy ? <Spinner /> : <GoogleMark />}
        <span>{isBusy ? copy.busy : copy.button}</span>
      </button>
      <Problem text={problem} />
      {other === 'below' && divider}
    </div>
  );
}

/** The Google logo. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none" strokeWidth="3.6">
      <path stroke="#ea4335" d="M14.95 5.05A7 7 0 0 0 3.94 6.5" />
      <path stroke="#fbbc05" d="M3.94 6.5a7 7 0 0 0 0 7" />
      <path stroke="#34a853" d="M3.94 13.5a7 7 0 0 0 11.01 1.45" />
      <path stroke="#4285f4" d="M14.95 14.95A7 7 0 0 0 17 10h-6.6" />
    </svg>
  );
}
