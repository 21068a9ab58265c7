import { Notice } from '../../ui/Notice.tsx';
import { dashboardCopy } from './dashboard.copy.ts';

/** One thing that waits for the reader: what to do, and the course with the id of its place on the page. */
export interface Turn {
  what: string;
  course: string;
  place: string;
}

/**
 * Says what waits for the reader, with a link to each. Renders nothing when nothing does. `onShowAll` shows a place that is not among
 * the shown rows, before the browser goes there.
 */
export function TurnNotice({ turns, onShowAll }: { turns: readonly Turn[]; onShowAll?: () => void }) {
  if (turns.length === 0) return null;
  return (
    <Notice kind="warn">
      <p className="row">
        <strong>{dashboardCopy.turn}</strong>
        {turns.map(({ what, course, place }) => (
          <span key={`${what} ${place}`}>
            <span>{what}</span>{' '}
            <a
              href={`#${place}`}
              translate="no"
              onClick={() => document.getElementById(place) ?? onShowAll?.()}
            >
              {course}
            </a>
          </span>
        ))}
      </p>
    </Notice>
  );
}
