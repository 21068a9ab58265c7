import type { ReactNode } from 'react';
import { limits } from '#contracts/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { dashboardCopy as copy } from './dashboard.copy.ts';
import type { DashboardViewProps, LongList } from './use-dashboard.ts';

interface LongListSectionProps<Row> extends Pick<DashboardViewProps, 'isLoadingMore' | 'onShowMore'> {
  list: LongList;
  heading: string;
  /** With it, the heading names the section. */
  headingId?: string | undefined;
  /** Between heading and rows. */
  lead?: ReactNode;
  rows: readonly Row[];
  /** How many rows there are in all. */
  total: number;
  /** Shown instead of rows. */
  empty?: ReactNode;
  /** Renders a row. */
  children: (row: Row) => ReactNode;
}

const layouts = { requests: 'stack', courses: 'grid-cards' };

/** A list with its heading, and at its foot the button that loads more rows. */
export function LongListSection<Row>(props: LongListSectionProps<Row>) {
  const { list, heading, headingId, rows, total } = props;
  return (
    <section className="stack" aria-labelledby={headingId} aria-busy={props.isLoadingMore || undefined}>
      <h2 id={headingId} tabIndex={-1}>
        {heading}
      </h2>
      {props.lead}
      {rows.length === 0 ? (
        props.empty
      ) : (
        <ul className={`bare ${layouts[list]}`}>{rows.map(props.children)}</ul>
      )}
      {rows.length > 0 && rows.length < total && (
        <div className="row">
          {rows.length < limits.maxDashboardRows && (
            <Button
              kind="quiet"
              text={copy.showMore}
              details={`(${heading})`}
              busy={props.isLoadingMore && copy.showMoreBusy}
              onPress={() => props.onShowMore(list)}
            />
          )}
          <span className="soft small">{copy.shownOf(rows.length, total)}</span>
        </div>
      )}
    </section>
  );
}
