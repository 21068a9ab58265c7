import { useDeferredValue, useRef, useState } from 'react';
import { listAudit } from '#contracts/desk/desk.ts';
import { casePath, deskCoursePath, paymentPath, personPath } from '#src/browser/desk-paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { TextField } from '#src/ui/fields/Field.tsx';
import { deskCopy } from './desk.copy.ts';
import styles from './desk.module.css';
import { DeskQueryState, useAddressQuery, useDeskQuery } from './use-desk-query.tsx';

const copy = deskCopy.audit;

/** The audit log with its search, newest entries first. */
export function AuditLog() {
  const { query, field } = useAddressQuery(listAudit, 'audit');
  const searchField = field('search');
  const [before, setBefore] = useState<string>();
  const search = useDeferredValue(query.search ?? '');
  const audit = useDeskQuery(listAudit, { query: { search, before } });
  const data = audit.data?.data;
  const list = useRef<HTMLOListElement>(null);
  // The buttons are below the entries, which are read from the top.
  const turnTo = (id: string | undefined) => {
    setBefore(id);
    list.current?.focus();
    list.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <TextField
        {...searchField}
        type="search"
        label={copy.search}
        onChange={(event) => {
          searchField.onChange(event);
          setBefore(undefined);
        }}
      />
      <DeskQueryState query={audit} />
      {data?.entries.length === 0 && <EmptyState text={copy.empty} />}
      {data && data.entries.length > 0 && (
        <ol ref={list} tabIndex={-1} className={`bare ${styles.log}`} aria-label={copy.heading}>
          {data.entries.map((entry) => (
            <li key={entry.id} className={styles.entry}>
              <time dateTime={entry.at} className="soft small">
                {new Date(entry.at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })}
              </time>
              <span>
                <strong>{entry.actor ?? deskCopy.system}</strong> <code translate="no">{entry.action}</code>
              </span>
              <AuditSubject subject={entry.subject} about={entry.about} />
              {entry.reason && <span>{entry.reason}</span>}
            </li>
          ))}
        </ol>
      )}
      {data && (before || data.hasMore) && (
        <div className="row">
          {data.hasMore && (
            <Button kind="quiet" text={copy.older} onPress={() => turnTo(data.entries.at(-1)?.id)} />
          )}
          {before && <Button kind="quiet" text={copy.newest} onPress={() => turnTo(undefined)} />}
        </div>
      )}
    </>
  );
}

const pathOf: Record<string, (id: string) => string> = {
  user: personPath,
  course: deskCoursePath,
  payment: paymentPath,
  case: casePath,
};

/** The subject of an entry: its name, with a link where it has a page, and the id by which it can be searched. */
function AuditSubject({ subject, about }: { subject: string; about: string | null }) {
  const [type = '', id = ''] = subject.split(':');
  const path = pathOf[type]?.(id);
  return (
    <span className={styles.subject}>
      {about && (path ? <a href={path}>{about}</a> : <span>{about}</span>)}{' '}
      <code className="small soft" translate="no">
        {subject}
      </code>
    </span>
  );
}
