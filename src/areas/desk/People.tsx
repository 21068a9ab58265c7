import { useDeferredValue, useState } from 'react';
import { countryName } from '#contracts/accounts/countries.ts';
import {
  endPersonSessions,
  getPerson,
  type PersonDetails,
  restorePerson,
  searchPeople,
  suspendPerson,
} from '#contracts/desk/desk-people.ts';
import { roleNames } from '#contracts/desk/desk-words.ts';
import { casePath, deskPaths } from '#src/browser/desk-paths.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Badge } from '#src/ui/Facts.tsx';
import { TextField } from '#src/ui/fields/Field.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { callDesk } from './call-desk.ts';
import { ReasonForm } from './case/ActionForm.tsx';
import caseStyles from './case/case.module.css';
import { deskCopy } from './desk.copy.ts';
import styles from './desk.module.css';
import { CasesSection, EventSection, Fact, Facts, PersonLink, RelativeTime, Section } from './PageParts.tsx';
import { DeskQueryState, useAddressQuery, useDeskQuery } from './use-desk-query.tsx';

const copy = deskCopy.people;

/** Search of learners and sponsors; with an id in the address the page of that person. */
export function People() {
  const [id] = useState(() => new URLSearchParams(location.search).get('id'));
  return id ? <Person id={id} /> : <PeopleSearch />;
}

function PeopleSearch() {
  const { query, field } = useAddressQuery(searchPeople, 'people');
  const search = useDeferredValue(query.search ?? '');
  const people = useDeskQuery(searchPeople, { query: { search } });
  const data = people.data?.data;
  return (
    <>
      <h1>{copy.title}</h1>
      <TextField {...field('search')} type="search" label={copy.search} />
      <DeskQueryState query={people} />
      {data?.people.length === 0 && <EmptyState text={copy.empty} />}
      {data && data.people.length > 0 && (
        <ul className={`bare ${styles.log}`} aria-label={copy.title}>
          {data.people.map((person) => (
            <li key={person.id} className={styles.entry}>
              <PersonLink person={person} />
              <span className="row small">
                <Badge>{roleNames[person.role]}</Badge> {countryName(person.country ?? '')}
              </span>
              <span className="small soft">
                {person.email} · {copy.since} <RelativeTime time={person.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {data?.hasMore && <p className="soft">{copy.more}</p>}
    </>
  );
}

/** The page of a learner or sponsor: facts, cases, and what they did. */
function Person({ id }: { id: string }) {
  const person = useDeskQuery(getPerson, { params: { id } });
  const data = person.data?.data;
  return (
    <>
      <a href={deskPaths.people}>← {copy.title}</a>
      <h1>{data?.name ?? copy.title}</h1>
      <DeskQueryState query={person} missing={copy.missing} />
      {data && <PersonView person={data} />}
    </>
  );
}

function PersonView({ person }: { person: PersonDetails }) {
  const { suspension, pending } = person;
  const params = { id: person.id };
  return (
    <div className={caseStyles.columns}>
      <div className="stack">
        <Section isCard id="person-facts" title={copy.facts}>
          <p className="row">
            <Badge>{roleNames[person.role]}</Badge>
            {suspension && <Badge kind="warn">{copy.suspended}</Badge>}
            <span className="soft small">
              {copy.since} <RelativeTime time={person.createdAt} />
            </span>
          </p>
          {suspension && (
            <p>
              {copy.suspendedBy(suspension.by)} <RelativeTime time={suspension.at} />: {suspension.reason}
            </p>
          )}
          <Facts>
            <Fact name={copy.email}>
              {`${person.email} (${person.isEmailVerified ? copy.verified : copy.unverified})`}
            </Fact>
            <Fact name={copy.phone}>{person.phoneNumber}</Fact>
            <Fact name={copy.country}>{countryName(person.country ?? '')}</Fact>
            <Fact name={copy.sessions}>{person.sessions}</Fact>
          </Facts>
        </Section>
        <EventSection id="person-story" title={copy.story} events={person.story} />
      </div>
      <div className="stack">
        <CasesSection id="person-cases" title={copy.cases} empty={copy.noCases} cases={person.cases} />
        {pending && (
          <Notice>
            <p>{copy.waits[pending.act](pending.by, pending.reason)}</p>
            {pending.caseId && <a href={casePath(pending.caseId)}>{copy.openCase}</a>}
          </Notice>
        )}
        {!pending?.caseId && (
          <ReasonForm
            {...(suspension ? copy.restore : copy.suspend)}
            onSubmit={(reason) =>
              callDesk(suspension ? restorePerson : suspendPerson, { params, body: { reason } })
            }
          />
        )}
        <ReasonForm
          label={copy.endSessions}
          hint={copy.endSessionsHint}
          onSubmit={(reason) => callDesk(endPersonSessions, { params, body: { reason } })}
        />
      </div>
    </div>
  );
}
