import { useDeferredValue, useState } from 'react';
import { searchPeople } from '#contracts/desk-people.ts';
import { messageOf } from '../../browser/api.ts';
import { personPath } from '../../browser/desk-paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { FailedToLoad } from '../../ui/Notice.tsx';
import { deskCopy } from './operations.copy.ts';
import styles from './operations.module.css';
import { Person } from './Person.tsx';
import { RelativeTime } from './RelativeTime.tsx';
import { useDeskQuery } from './use-desk-query.ts';

const copy = deskCopy.people;

/** Search of learners and sponsors; with an id in the address the page of that person. */
export function People() {
  const [id] = useState(() => new URLSearchParams(location.search).get('id'));
  return id ? <Person id={id} /> : <PeopleSearch />;
}

function PeopleSearch() {
  const [search, setSearch] = useState('');
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
        onChange={({ target }) => setSearch(target.value)}
      />
      {Boolean(people.error) && !data && (
        <FailedToLoad
          message={messageOf(people.error, deskCopy.loadFailed)}
          isRetrying={people.isFetching}
          onRetry={() => void people.refetch()}
        />
      )}
      {!data && !people.error && (
        <p role="status" className="soft">
          {deskCopy.loading}
        </p>
      )}
      {data?.people.length === 0 && <EmptyState text={copy.empty} />}
      {data && data.people.length > 0 && (
        <ul className={`bare ${styles.log}`} aria-label={copy.list}>
          {data.people.map((person) => (
            <li key={person.id} className={styles.entry}>
              <a href={personPath(person.id)}>{person.name}</a>
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
