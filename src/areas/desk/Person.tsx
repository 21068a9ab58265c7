import {
  endPersonSessions,
  getPerson,
  type PersonDetails,
  restorePerson,
  suspendPerson,
} from '#contracts/desk/desk-people.ts';
import { ApiError, messageOf } from '#src/browser/api.ts';
import { casePath, deskPaths } from '#src/browser/desk-paths.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { FailedToLoad, Notice } from '#src/ui/Notice.tsx';
import { callDesk } from './call-desk.ts';
import { ActionForm } from './case/ActionForm.tsx';
import caseStyles from './case/case.module.css';
import { deskCopy } from './desk.copy.ts';
import styles from './desk.module.css';
import { RelativeTime } from './RelativeTime.tsx';
import { standingCopy } from './standing.copy.ts';
import { useDeskQuery } from './use-desk-query.ts';

const copy = deskCopy.people;
const why = { name: 'reason', label: copy.reason, type: 'text', isRequired: true } as const;

/** The page of a learner or sponsor: facts, cases, and what they did. */
export function Person({ id }: { id: string }) {
  const person = useDeskQuery(getPerson, { params: { id } });
  const found = person.data?.data;
  const isMissing = person.error instanceof ApiError && [404, 422].includes(person.error.status);
  return (
    <>
      <a href={deskPaths.people}>← {copy.back}</a>
      <h1>{found?.name ?? copy.heading}</h1>
      {!found && Boolean(person.error) && (
        <FailedToLoad
          message={isMissing ? copy.missing : messageOf(person.error, deskCopy.loadFailed)}
          isRetrying={person.isFetching}
          onRetry={() => void person.refetch()}
        />
      )}
      {!found && !person.error && (
        <p role="status" className="soft">
          {deskCopy.loading}
        </p>
      )}
      {found && <PersonView person={found} />}
    </>
  );
}

function PersonView({ person }: { person: PersonDetails }) {
  const facts = [
    [copy.email, `${person.email} (${person.isEmailVerified ? copy.verified : copy.unverified})`],
    [copy.phone, person.phoneNumber],
    [copy.country, person.country],
    [copy.sessions, String(person.sessions)],
  ];
  return (
    <div className={caseStyles.columns}>
      <div className="stack">
        <section className="card stack stack-tight" aria-labelledby="person-facts">
          <h2 id="person-facts">{copy.facts}</h2>
          <p className="row">
            <Badge>{person.role}</Badge>
            {person.suspension && <Badge kind="warn">{standingCopy.suspended}</Badge>}
            <span className="soft small">
              {copy.since} <RelativeTime time={person.createdAt} />
            </span>
          </p>
          {person.suspension && (
            <p>
              {standingCopy.suspendedBy(person.suspension.by)} <RelativeTime time={person.suspension.at} />:{' '}
              {person.suspension.reason}
            </p>
          )}
          <dl className={caseStyles.facts}>
            {facts.map(
              ([name, value]) =>
                value && (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ),
            )}
          </dl>
        </section>
        <section className="card stack stack-tight" aria-labelledby="person-story">
          <h2 id="person-story">{copy.story}</h2>
          <ol className={`bare ${caseStyles.history}`}>
            {person.story.map((entry) => (
              <li key={`${entry.at} ${entry.what} ${entry.detail}`}>
                <p>
                  <strong>{entry.what}</strong>{' '}
                  <span className="soft small">
                    <RelativeTime time={entry.at} />
                  </span>
                </p>
                <p className="small">{entry.detail}</p>
              </li>
            ))}
          </ol>
        </section>
      </div>
      <div className="stack">
        <section className="stack stack-tight" aria-labelledby="person-cases">
          <h2 id="person-cases">{copy.cases}</h2>
          {person.cases.length === 0 && <p className="soft">{copy.noCases}</p>}
          {person.cases.length > 0 && (
            <ul className={`bare ${styles.log}`}>
              {person.cases.map((one) => (
                <li key={one.id} className={styles.line}>
                  <a href={casePath(one.id)}>{one.summary}</a>
                  <Badge>{one.status}</Badge>
                </li>
              ))}
            </ul>
          )}
        </section>
        <Standing person={person} />
        <ActionForm
          action={{
            label: copy.endSessions,
            hint: copy.endSessionsHint,
            isFinal: false,
            obstacle: null,
            fields: [why],
          }}
          onSubmit={({ reason = '' }) =>
            callDesk(endPersonSessions, { params: { id: person.id }, body: { reason } })
          }
        />
      </div>
    </div>
  );
}

/** Suspends the person or lifts the suspension; names what waits for a second operator. */
function Standing({ person: { id, suspension, pending } }: { person: PersonDetails }) {
  const texts = suspension ? standingCopy.restore : standingCopy.suspend;
  const contract = suspension ? restorePerson : suspendPerson;
  return (
    <>
      {pending && (
        <Notice>
          <p>{standingCopy.waits[pending.act](pending.by, pending.reason)}</p>
        </Notice>
      )}
      <ActionForm
        action={{ ...texts, isFinal: false, obstacle: null, fields: [{ ...why, hint: texts.reasonHint }] }}
        onSubmit={({ reason = '' }) => callDesk(contract, { params: { id }, body: { reason } })}
      />
    </>
  );
}
