import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { Reading } from '#contracts/dashboard/request-state.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import type { RequestSchema } from '#contracts/requests/request-views.ts';
import { Cloth } from '../../ui/drawings/Cloth.tsx';
import { Badge, FactList, Moment } from '../../ui/Facts.tsx';
import { durationInWords } from '../../ui/format.ts';
import { dashboardCopy } from './dashboard.copy.ts';
import styles from './dashboard.module.css';
import timelineStyles from './timeline.module.css';
import type { TimelineStep } from './timeline-steps.ts';

const copy = dashboardCopy.request;

interface RequestCardFrameProps {
  id: string;
  request: z.output<typeof RequestSchema>;
  reading: Pick<Reading<string>, 'badge' | 'colour'>;
  /** More facts of this view: name and value. */
  facts: readonly (readonly [string, ReactNode])[];
  steps: readonly TimelineStep[];
  /** Accessible name of the steps. */
  stepsLabel: string;
  /** Below the steps: notes and actions. */
  children: ReactNode;
}

/** A request on a dashboard: its course, its motivation, and its steps. */
export function RequestCardFrame(props: RequestCardFrameProps) {
  const { request, reading, facts } = props;
  const { course } = request;
  const all = [
    [copy.platform, course.platform],
    [copy.duration, durationInWords(course)],
    [copy.price, `${formatMinor(toMinor(course.price), course.priceUnit)} ${course.priceUnit}`],
    ...facts,
  ] as const;
  return (
    <li id={props.id} className={`card ${styles.request}`}>
      <div className={styles.requestCloth}>
        <Cloth word={course.courseTitle} columns={8} rows={6} />
      </div>
      <div className="stack">
        <div className="row row-apart">
          <h3 translate="no">{course.courseTitle}</h3>
          <Badge kind={reading.colour}>{reading.badge}</Badge>
        </div>
        <FactList facts={all} className={styles.facts} />
        <p className={styles.reason}>
          <span className="visually-hidden">{copy.why} </span>
          {request.motivation}
        </p>
        <Timeline label={props.stepsLabel} steps={props.steps} />
        {props.children}
      </div>
    </li>
  );
}

/** Dated steps: horizontal on wide screens, vertical on narrow ones. */
function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol className={timelineStyles.line} aria-label={label}>
      {steps.map(({ name, state, at, note }) => (
        <li key={name} className={timelineStyles[state]} aria-current={state === 'now' ? 'step' : undefined}>
          <span className={timelineStyles.name}>
            {name}
            <span className="visually-hidden"> {dashboardCopy.timeline.states[state]}</span>
          </span>
          {(at || note) && <span className={timelineStyles.when}>{at ? <Moment time={at} /> : note}</span>}
          {state === 'now' && !at && !note && (
            <span className={timelineStyles.when} aria-hidden="true">
              {dashboardCopy.timeline.next}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
