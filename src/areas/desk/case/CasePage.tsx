import { useState } from 'react';
import { getCase } from '#contracts/desk/desk.ts';
import { ApiError, messageOf } from '#src/browser/api.ts';
import { deskPaths } from '#src/browser/desk-paths.ts';
import { FailedToLoad, Notice } from '#src/ui/Notice.tsx';
import { deskCopy } from '../desk.copy.ts';
import { useDeskQuery, useLiveDesk } from '../use-desk-query.ts';
import { CaseActions } from './CaseActions.tsx';
import { CaseHead } from './CaseHead.tsx';
import { CaseHistory } from './CaseHistory.tsx';
import { CasePayments, CaseSubject } from './CaseSubject.tsx';
import styles from './case.module.css';

const copy = deskCopy.case;

/** The page of a case: its subject in one column, the actions in the other. */
export function CasePage() {
  const [id] = useState(() => new URLSearchParams(location.search).get('id') ?? '');
  const query = useDeskQuery(getCase, { params: { id } });
  useLiveDesk();
  const found = query.data?.data;
  if (found) {
    const isAboutMoney = found.subject.type === 'payment';
    return (
      <>
        <a href={deskPaths.inbox}>← {copy.back}</a>
        <CaseHead found={found} />
        <div className={styles.columns}>
          <div className="stack">
            {isAboutMoney && <CasePayments found={found} />}
            <CaseSubject found={found} />
          </div>
          <CaseActions found={found} />
          <div className={`stack ${styles.record}`}>
            {!isAboutMoney && <CasePayments found={found} />}
            <CaseHistory history={found.history} />
          </div>
        </div>
      </>
    );
  }
  const isMissing = query.error instanceof ApiError && [404, 422].includes(query.error.status);
  return (
    <>
      <a href={deskPaths.inbox}>← {copy.back}</a>
      <h1>{copy.title}</h1>
      {isMissing ? (
        <Notice kind="warn">{copy.missing}</Notice>
      ) : query.error ? (
        <FailedToLoad
          message={messageOf(query.error, deskCopy.loadFailed)}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <p role="status" className="soft">
          {deskCopy.loading}
        </p>
      )}
    </>
  );
}
