import type { ReactNode } from 'react';
import { Cloth } from './drawings/Cloth.tsx';

/** Empty state: the text, and the next action as children. */
export function EmptyState(props: { text: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <Cloth word={props.text} columns={4} rows={2} />
      <p>{props.text}</p>
      {props.children}
    </div>
  );
}
