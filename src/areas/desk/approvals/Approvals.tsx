import { useState } from 'react';
import { listApprovals } from '#contracts/desk/desk-approvals.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { DeskQueryState, useDeskQuery, useLiveDesk } from '../use-desk-query.tsx';
import { ApprovalCard } from './ApprovalCard.tsx';
import { approvalsCopy as copy } from './approvals.copy.ts';

const pageSize = 20;
const maxShown = 100;

/** What waits for the approval of an operator, oldest first. Updates live. */
export function Approvals() {
  const [limit, setLimit] = useState(pageSize);
  const query = useDeskQuery(listApprovals, { query: { limit } });
  useLiveDesk();
  const data = query.data?.data;
  const approvals = data?.approvals ?? [];
  return (
    <>
      {data && !data.hasFourEyes && <Notice text={copy.fourEyesOff} />}
      <DeskQueryState query={query} />
      {data && approvals.length === 0 && <EmptyState text={copy.empty} />}
      {approvals.length > 0 && (
        <ul className="bare stack" aria-label={copy.list}>
          {approvals.map((approval) => (
            <li key={approval.id} className="card">
              <ApprovalCard approval={approval} hasLink />
            </li>
          ))}
        </ul>
      )}
      {data && data.total > approvals.length && approvals.length < maxShown && (
        <Button
          kind="quiet"
          text={copy.more(approvals.length, data.total)}
          onPress={() => setLimit(Math.min(maxShown, limit + pageSize))}
        />
      )}
    </>
  );
}
