import type { ReactNode } from 'react';

/** A status label. Its shape carries the same meaning as its colour. */
export function Badge(props: { kind?: 'good' | 'wait' | 'warn'; children: ReactNode }) {
  return <span className={props.kind ? `badge badge-${props.kind}` : 'badge'}>{props.children}</span>;
}
