import { paths, signInPath } from '../../../browser/paths.ts';
import { currentPath } from '../../../browser/session.ts';
import { catalogueCopy as copy } from '../catalogue.copy.ts';
import styles from '../results/card.module.css';
import type { Saving } from './use-saving.ts';

/**
 * Save to Dashboard button with the states Saving... and Added; an error appears below, with a sign-in link if
 * needed.
 */
export function SaveButton(props: { title: string; saving: Saving; onSave: () => void }) {
  const { state, problem } = props.saving;
  const isBusy = state === 'busy';
  const label = { open: copy.save, busy: copy.saving, added: copy.added }[state];
  return (
    <>
      <button
        type="button"
        className={`button button-quiet button-small ${styles.save}`}
        aria-label={`${label}: ${props.title}`}
        aria-disabled={isBusy}
        data-busy={isBusy || undefined}
        disabled={state === 'added'}
        onClick={isBusy ? undefined : props.onSave}
      >
        {label}
      </button>
      {problem && (
        <p className={`small ${styles.problem}`} role="alert">
          <span>{problem.message}</span>{' '}
          {problem.needsSignIn && <a href={signInPath(currentPath())}>{copy.signIn}</a>}
        </p>
      )}
      {state === 'added' && (
        <a className={`small ${styles.problem}`} href={paths.dashboard}>
          {copy.seeDashboard}
        </a>
      )}
    </>
  );
}
