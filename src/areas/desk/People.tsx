import { useDeferredValue, useState } from 'react';
import { searchPeople } from '#contracts/desk/desk-people.ts';
import { personPath } from '#src/browser/desk-paths.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { DeskQueryState } from './DeskQueryState.tsx';
import { deskCopy } from './desk.copy.ts';
import styles from './desk.module.css';
import { Person } from './Person.tsx';
import { RelativeTime } from './RelativeTime.tsx';
import { useAddressQuery } from './use-address-query.ts';
import { useDeskQuery } from './use-desk-query.ts';

const copy = deskCopy.people;

/** Search of learners and sponsors; with an id in the address the page of that person. */
export function People() {
  const [id] = useState(() => new URLSearchParams(location.search).get('id'));
  return id ? <Person id={id} /> : <PeopleSearch />;
}

function PeopleSearch() {
  const [query, setQuery] = useAddressQuery(searchPeople);
  const search = query.search ?? '';
  const deferred = useDeferredValue(search);
  const people = useDeskQuery(searchPeople, { query: { search: deferred } });
  const data = people.data?.data;
  return (
    <>
      <h1>{copy.heading}</h1>
      <TextField
        id="people-search"
        type="search"
        label={copy.search}
        value={search}
        onChange={({ target }) => setQuery({ search: target.value })}
      />
      <DeskQueryState query={people} />
      {data?.people.length === 0 && <EmptyState text={copy.empty} />}
      {data && data.people.length > 0 && (
        <ul className={`bare ${styles.log}`} aria-label={copy.list}>
          {data.people.map((person) => (
            <li key={person.id} className={styles.entry}>
              <a href={personPath(person.id)} translate="no">
                {person.name}
              </a>
              <span className="row small">
                <Badge>{person.role}</Badge> {person.country}
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
