import { dashboardCopy } from './dashboard.copy.ts';
import { Moment } from './Moment.tsx';
import styles from './timeline.module.css';
import type { TimelineStep } from './timeline.ts';

const copy = dashboardCopy.timeline;

/** A way as a line of dated steps: across where there is room, down where there is little. */
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
        </li>
      ))}
    </ol>
  );
}
