import { dashboardCopy } from './dashboard.copy.ts';
import { Moment } from './Moment.tsx';
import styles from './timeline.module.css';
import type { TimelineStep } from './timeline.ts';

const copy = dashboardCopy.timeline;

/** Dated steps: horizontal on wide screens, vertical on narrow ones. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol className={styles.line} aria-label={label}>
      {steps.map(({ name, state, at, note }) => (
        <li key={name} className={styles[state]} aria-current={state === 'now' ? 'step' : undefined}>
          <span className={styles.name}>
            {name}
            <span className="visually-hidden"> {copy.states[state]}</span>
          </span>
          {(at || note) && <span className={styles.when}>{at ? <Moment time={at} /> : note}</span>}
          {state === 'now' && !at && !note && (
            <span className={styles.when} aria-hidden="true">
              {copy.next}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
