import { useState } from 'react';
import { listDeskPledges } from '#contracts/desk/desk-pledges.ts';
import { formatMinor } from '#contracts/money.ts';
import { personPath } from '#src/browser/desk-paths.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { DeskQueryState } from '../DeskQueryState.tsx';
import { PageTurner } from '../PageTurner.tsx';
import { RelativeTime } from '../RelativeTime.tsx';
import { ScrolledTable } from '../ScrolledTable.tsx';
import { useDeskQuery } from '../use-desk-query.ts';
import { moneyCopy } from './money.copy.ts';
import styles from './money.module.css';

const copy = moneyCopy.pledges;

/** The pledges of sponsors to groups, which nothing is charged for, newest first. */
export function Pledges() {
  const [page, setPage] = useState(1);
  const query = useDeskQuery(listDeskPledges, { query: { page } });
  const data = query.data?.data;
  return (
    <>
      <DeskQueryState query={query} />
      <p className="small soft">{copy.hint}</p>
      {data?.pledges.length === 0 && <EmptyState text={copy.empty} />}
      {data && data.pledges.length > 0 && (
        <>
          <p>{copy.total(data.totals.map(({ minor, currency }) => formatMinor(minor, currency)))}</p>
          <ScrolledTable label={copy.table} columns={copy.columns}>
            {data.pledges.map(({ id, amount, targetGroup, note, status, sponsor, createdAt }) => (
              <tr key={id}>
                <td translate="no">{formatMinor(amount.minor, amount.currency)}</td>
                <td>
                  <div className={styles.words}>
                    <p>{targetGroup}</p>
                    {note && <p className="small soft">{note}</p>}
                  </div>
                </td>
                <td>{copy.statuses[status]}</td>
                <td>
                  <a href={personPath(sponsor.id)} translate="no">
                    {sponsor.name}
                  </a>
                </td>
                <td>
                  <RelativeTime time={createdAt} />
                </td>
              </tr>
            ))}
          </ScrolledTable>
          <PageTurner page={data.currentPage} hasMore={data.hasMore} labels={copy} onTurn={setPage} />
        </>
      )}
    </>
  );
}
