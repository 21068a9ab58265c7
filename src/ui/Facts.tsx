import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { timeText } from './format.ts';

/** A status label. Its shape carries the same meaning as its colour. */
export function Badge(props: { kind?: 'good' | 'wait' | 'warn'; children: ReactNode }) {
  return <span className={props.kind ? `badge badge-${props.kind}` : 'badge'}>{props.children}</span>;
}

/** Names and values as a definition list. */
export function FactList(props: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  className?: string | undefined;
}) {
  return (
    <dl className={classNames('facts', props.className)}>
      {props.facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Amounts as lines of a bill; the last one is the total. */
export function Amounts(props: {
  lines: readonly (readonly [name: string, amount: string])[];
  className?: string | undefined;
}) {
  return (
    <dl className={classNames('amounts', props.className)}>
      {props.lines.flatMap(([name, amount], index) => {
        const className = index === props.lines.length - 1 ? 'total' : undefined;
        return [
          <dt key={name} className={className}>
            {name}
          </dt>,
          <dd key={`${name} amount`} className={className} translate="no">
            {amount}
          </dd>,
        ];
      })}
    </dl>
  );
}

interface StepsProps {
  label: string;
  steps: readonly string[];
  /** Index of the current step. */
  now: number;
  /** Indexes of earlier steps that are not done and can be done later. */
  pending?: readonly number[];
}

/** Progress through a sequence of steps: done, current, pending or upcoming. */
export function Steps({ label, steps, now, pending = [] }: StepsProps) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step, index) => {
        const isDone = index < now && !pending.includes(index);
        return (
          <li
            key={step}
            className={isDone ? 'done' : index === now ? 'now' : undefined}
            aria-current={index === now ? 'step' : undefined}
          >
            {step}
            <span className="visually-hidden">{isDone ? ' (done)' : index === now ? ' (next)' : ''}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** A date in the reader's locale; the exact time shows on hover. */
export function Moment({ time, timeStyle = 'short' }: { time: string; timeStyle?: 'short' | 'medium' }) {
  return (
    <time dateTime={time} title={timeText(time, { dateStyle: 'full', timeStyle })}>
      {timeText(time, { dateStyle: 'medium' })}
    </time>
  );
}
