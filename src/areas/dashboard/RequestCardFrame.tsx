import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import { formatMinor, toMinor } from '#contracts/money.ts';
import type { RequestSchema } from '#contracts/requests/request-views.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Cloth } from '../../ui/drawings/Cloth.tsx';
import { durationInWords } from '../../ui/duration-in-words.ts';
import { FactList } from '../../ui/FactList.tsx';
import { Steps } from '../../ui/Steps.tsx';
import { dashboardCopy } from './dashboard.copy.ts';
import styles from './dashboard.module.css';
import { Moment } from './Moment.tsx';
import { nextStepOf } from './request-progress.ts';

const copy = dashboardCopy.request;

interface RequestCardFrameProps {
  request: z.output<typeof RequestSchema>;
  badge: { text: string; kind: 'good' | 'wait' | 'warn' };
  /** More facts of this view: name and value. */
  facts: readonly (readonly [string, ReactNode])[];
  /** The badge; that of the status by default. */
  progress?: ReactNode;
  /** The actions. */
  actions?: ReactNode;
}

/** A request on a dashboard: its course, its motivation, and its steps. */
export function RequestCardFrame(props: RequestCardFrameProps) {
  const { request, badge, facts } = props;
  const { course } = request;
  const now = nextStepOf(request.status);
  const all: (readonly [string, ReactNode])[] = [
    [copy.platform, course.platform],
    [copy.duration, durationInWords(course)],
    [copy.price, `${formatMinor(toMinor(course.price), course.priceUnit)} ${course.priceUnit}`],
    // A timeline shows this itself.
    ...(props.progress ? [] : [[copy.sent, <Moment key="sent" time={request.createdAt} />] as const]),
    ...facts,
  ];
  return (
    <li id={`request-${request._id}`} className={`card ${styles.request}`}>
      <div className={styles.requestCloth}>
        <Cloth word={course.courseTitle} columns={8} rows={6} />
      </div>
      <div className="stack">
        <div className="row row-apart">
          <h3 translate="no">{course.courseTitle}</h3>
          <Badge kind={badge.kind}>{badge.text}</Badge>
        </div>
        <FactList facts={all} className={styles.facts} />
        <p className={styles.reason}>
          <span className="visually-hidden">{copy.why} </span>
          {request.motivation}
        </p>
        {props.progress ??
          (now !== undefined && <Steps label={copy.stepsLabel} steps={copy.steps} now={now} />)}
        {props.actions}
      </div>
    </li>
  );
}
