import { useState } from 'react';
import { describeAct } from '#contracts/cases/case-acts.ts';
import { type CaseDetails, getCase } from '#contracts/desk/desk.ts';
import { caseOutcomeName } from '#contracts/desk/desk-words.ts';
import { ApiError } from '#src/browser/api.ts';
import { serverNow } from '#src/browser/server-clock.ts';
import { Button } from '#src/ui/Button.tsx';
import { Badge } from '#src/ui/Facts.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { deskCopy } from '../desk.copy.ts';
import { useOwnership } from '../inbox/use-ownership.ts';
import { Outages } from '../incidents/Outages.tsx';
import { CasesSection, EventSection, RelativeTime } from '../PageParts.tsx';
import { DeskQueryState, useDeskQuery, useLiveDesk } from '../use-desk-query.tsx';
import { AppealedDecision } from './AppealedDecision.tsx';
import { CaseActions } from './CaseActions.tsx';
import { CaseNavigation } from './CaseNavigation.tsx';
import { CasePayments } from './CasePayments.tsx';
import { CaseSubject } from './CaseSubject.tsx';
import { CaseViewers } from './CaseViewers.tsx';
import { caseCopy as copy } from './case.copy.ts';
import styles from './case.module.css';
import { TransactionFacts } from './TransactionFacts.tsx';
import { useIsExcluded } from './use-is-excluded.ts';

/** The page of a case: its subject in one column, the actions in the other. */
export function CasePage() {
  const [id] = useState(() => new URLSearchParams(location.search).get('id') ?? '');
  const query = useDeskQuery(getCase, { params: { id } });
  useLiveDesk();
  const supportCase = query.data?.data;
  const isMissing = query.error instanceof ApiError && [404, 422].includes(query.error.status);
  return (
    <>
      <CaseNavigation id={id} supportCase={supportCase} />
      {supportCase ? (
        <CaseView supportCase={supportCase} />
      ) : (
        <>
          <h1>{copy.title}</h1>
          {isMissing ? <Notice kind="warn">{copy.missing}</Notice> : <DeskQueryState query={query} />}
        </>
      )}
    </>
  );
}

function CaseView({ supportCase }: { supportCase: CaseDetails }) {
  const { subject, history } = supportCase;
  const isAboutMoney = subject.type === 'payment' || subject.type === 'reconciliation';
  return (
    <>
      <CaseHead supportCase={supportCase} />
      <Outages outages={supportCase.outages} />
      <div className={styles.columns}>
        <div className="stack">
          {supportCase.transaction && <TransactionFacts transaction={supportCase.transaction} />}
          {isAboutMoney && <CasePayments {...supportCase} />}
          {supportCase.appealed && (
            <AppealedDecision appealed={supportCase.appealed} isMine={supportCase.isMine} />
          )}
          <CaseSubject supportCase={supportCase} />
        </div>
        <CaseActions supportCase={supportCase} />
        <div className={`stack ${styles.record}`}>
          {!isAboutMoney && <CasePayments {...supportCase} />}
          <CasesSection
            id="case-related"
            isCard
            title={copy.related}
            empty={copy.noRelated}
            cases={supportCase.related}
          />
          <EventSection
            id="case-history"
            title={copy.history}
            events={history.map(({ act, ...event }) => ({
              ...event,
              what: <span>{describeAct(act)}</span>,
            }))}
          />
        </div>
      </div>
    </>
  );
}

/** Kind, state and owner of a case, with the button that claims or releases it. */
function CaseHead({ supportCase }: { supportCase: CaseDetails }) {
  const { running, toggle } = useOwnership();
  const isExcluded = useIsExcluded()(supportCase);
  const isClosed = supportCase.status === 'closed';
  const isLate = !isClosed && Date.parse(supportCase.dueAt) < serverNow();
  return (
    <header className={`row row-apart ${styles.head}`}>
      <div className="stack stack-tight">
        <p className={`small ${styles.kind}`}>{deskCopy.kinds[supportCase.kind]}</p>
        <h1>{supportCase.about ?? supportCase.summary}</h1>
        {supportCase.about && <p className="soft">{supportCase.summary}</p>}
        <p className="row small">
          {isClosed ? (
            <Badge key="closed" kind="good">
              {copy.closed(caseOutcomeName(supportCase.outcome ?? ''))}
            </Badge>
          ) : (
            <Badge key="due" {...(isLate && { kind: 'warn' as const })}>
              {copy.due} <RelativeTime time={supportCase.dueAt} />
            </Badge>
          )}
          {supportCase.waitsForApproval && <Badge kind="wait">{deskCopy.inbox.waitsForApproval}</Badge>}
          {supportCase.waitingOn && (
            <Badge kind="wait">
              {deskCopy.inbox.waitsFor(
                deskCopy.parties[supportCase.waitingOn],
                supportCase.waitingFor && deskCopy.matters[supportCase.waitingFor],
              )}
            </Badge>
          )}
          <span>
            {copy.owner}:{' '}
            {supportCase.isMine ? deskCopy.inbox.you : (supportCase.owner?.name ?? deskCopy.inbox.unowned)}
          </span>
          <span className="soft">
            {copy.opened} <RelativeTime time={supportCase.createdAt} />
          </span>
        </p>
        {supportCase.closedReason && <p>{supportCase.closedReason}</p>}
        <CaseViewers caseId={supportCase.id} />
      </div>
      {/* One button, so that it keeps the focus when it changes. */}
      {!isClosed && (supportCase.isMine || (!supportCase.owner && !isExcluded)) && (
        <Button
          {...(supportCase.isMine && { kind: 'quiet' as const })}
          text={supportCase.isMine ? deskCopy.inbox.release : deskCopy.inbox.claim}
          busy={
            running !== undefined && (supportCase.isMine ? deskCopy.inbox.releasing : deskCopy.inbox.claiming)
          }
          onPress={() => toggle(supportCase.id, supportCase.isMine)}
        />
      )}
    </header>
  );
}
