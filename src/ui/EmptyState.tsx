import type { ReactNode } from 'react';
import { Cloth } from './drawings/Cloth.tsx';

/** Nothing here yet: says so, and what to do about it. */
export function EmptyState(props: { text: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <Cloth word={props.text} columns={4} rows={2} />
      <p>{props.text}</p>
      {props.children}
    </div>
  );
}
