import { useDeferredValue, useId, useState } from 'react';
import { listOpenRequests } from '#contracts/desk/desk.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import type { ListedRequest } from '#contracts/requests/request-views.ts';
import { Badge } from '#src/ui/Facts.tsx';
import { TextField } from '#src/ui/fields/Field.tsx';
import { PageTurner } from '../ListParts.tsx';
import { PersonLink, RelativeTime } from '../PageParts.tsx';
import { DeskQueryState, useDeskQuery } from '../use-desk-query.tsx';
import { openRequestsCopy as copy } from './case.copy.ts';
import styles from './case.module.css';

interface OpenRequestsProps {
  caseId: string;
  /** Request of the case. */
  requestId: string;
}

/** The open requests that sponsors see; loaded when it is opened. */
export function OpenRequests(props: OpenRequestsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.action} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{copy.title}</summary>
      {isOpen && <RequestList {...props} />}
    </details>
  );
}

function RequestList({ caseId, requestId }: OpenRequestsProps) {
  const id = useId();
  const [{ search, page }, setFilters] = useState({ search: '', page: 1 });
  const query = { ...useDeferredValue({ search, page }), limit: 10 };
  const requests = useDeskQuery(listOpenRequests, { params: { id: caseId }, query });
  const { data } = requests;
  return (
    <div className={`stack stack-tight ${styles.body}`}>
      <p className="small soft">{copy.hint}</p>
      <TextField
        id={id}
        type="search"
        label={copy.search}
        value={search}
        onChange={({ target }) => setFilters({ search: target.value, page: 1 })}
      />
      <DeskQueryState query={requests} />
      {data && (
        <>
          <p role="status" className="small">
            {data.totalRequests === 0 ? copy.empty : copy.total(data.totalRequests, data.isCapped)}
          </p>
          <ul className={`bare ${styles.history}`} aria-label={copy.list}>
            {data.data.map((request) => (
              <ListedEntry key={request._id} request={request} isOfCase={request._id === requestId} />
            ))}
          </ul>
          <PageTurner
            page={data.currentPage}
            hasMore={data.currentPage < data.totalPages}
            labels={copy}
            onTurn={(turned) => setFilters({ search, page: turned })}
          />
        </>
      )}
    </div>
  );
}

function ListedEntry({ request, isOfCase }: { request: ListedRequest; isOfCase: boolean }) {
  const { course, learner, priceUnit, createdAt } = request;
  const { _id: learnerId, fullName } = learner.userId;
  return (
    <li>
      <p>
        <strong translate="no">{course.courseTitle}</strong> {isOfCase && <Badge>{copy.ofCase}</Badge>}
      </p>
      <p className="small">
        <span translate="no">{course.platform}</span> ·{' '}
        <span translate="no">{formatMinor(toMinor(course.price), priceUnit)}</span>
      </p>
      <p className="small soft">
        {learnerId ? (
          <PersonLink person={{ id: learnerId, name: fullName }} />
        ) : (
          <span translate="no">{fullName}</span>
        )}
        <span>
          {' · '}
          <RelativeTime time={createdAt} />
        </span>
      </p>
    </li>
  );
}
