import { Notice } from '../../ui/Notice.tsx';
import { dashboardCopy } from './dashboard.copy.ts';

/** One thing that waits for the reader: what to do, and the course with the id of its place on the page. */
export interface Turn {
  what: string;
  course: string;
  place: string;
}

/** Says what waits for the reader, with a link to each. Renders nothing when nothing does. */
export function TurnNotice({ turns }: { turns: readonly Turn[] }) {
  if (turns.length === 0) return null;
  return (
    <Notice kind="warn">
      <p className="row">
        <strong>{dashboardCopy.turn}</strong>
        {turns.map(({ what, course, place }) => (
          <span key={`${what} ${place}`}>
            <span>{what}</span>{' '}
            <a href={`#${place}`} translate="no">
              {course}
            </a>
          </span>
        ))}
      </p>
    </Notice>
  );
}
