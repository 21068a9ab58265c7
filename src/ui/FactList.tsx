import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

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
