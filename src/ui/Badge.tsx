import type { ReactNode } from 'react';

/** A state in a word; the shape before it says the same as the colour. */
export function Badge(props: { kind?: 'good' | 'wait' | 'warn'; children: ReactNode }) {
  return <span className={props.kind ? `badge badge-${props.kind}` : 'badge'}>{props.children}</span>;
}
