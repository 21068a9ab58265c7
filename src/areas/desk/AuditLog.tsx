import { useDeferredValue, useRef, useState } from 'react';
import { listAudit } from '#contracts/desk/desk.ts';
import { auditKindNames, auditKinds } from '#contracts/desk/desk-words.ts';
import { listOperators } from '#contracts/desk/operators.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { casePath, deskCoursePath, paymentPath, personPath } from '#src/browser/desk-paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Select, TextField } from '#src/ui/fields/Field.tsx';
import { deskCopy } from './desk.copy.ts';
import styles from './desk.module.css';
import { DeskQueryState, useAddressQuery, useDeskQuery } from './use-desk-query.tsx';

const copy = deskCopy.audit;

type Entry = ResponseBody<typeof listAudit>['data']['entries'][number];

/** The audit log with its filters, which are in the address, newest entries first. */
export function AuditLog() {
  const { query, replace, field } = useAddressQuery(listAudit, 'audit');
  const [before, setBefore] = useState<string>();
  const search = useDeferredValue(query.search ?? '');
  const audit = useDeskQuery(listAudit, { query: { ...query, search, before } });
  const operators = useDeskQuery(listOperators, {}).data?.data ?? [];
  const isFiltered = Object.values(query).some(Boolean);
  // Another filter begins with its newest entries.
  const filter = (name: Parameters<typeof field>[0]) => {
    const { onChange, ...control } = field(name);
    return {
      ...control,
      onChange: (event: Parameters<typeof onChange>[0]) => {
        onChange(event);
        setBefore(undefined);
      },
    };
  };
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
      <div className={styles.filters}>
        <TextField {...filter('search')} type="search" label={copy.search} />
        <Select
          {...filter('operator')}
          label={copy.operator}
          placeholder={copy.anyOperator}
          options={operators.map(({ id, fullName }) => [id, fullName])}
        />
        <Select
          {...filter('kind')}
          label={copy.kind}
          placeholder={copy.anyKind}
          options={auditKindNames.map((kind) => [kind, auditKinds[kind].name])}
        />
        <TextField {...filter('day')} type="date" label={copy.day} />
      </div>
      <DeskQueryState query={audit} />
      {data?.entries.length === 0 && (
        <EmptyState text={copy.empty}>
          {isFiltered && <Button kind="quiet" text={copy.clear} onPress={() => replace({})} />}
        </EmptyState>
      )}
      {data && data.entries.length > 0 && (
        <ol ref={list} tabIndex={-1} className={`bare ${styles.log}`} aria-label={copy.heading}>
          {data.entries.map((entry) => (
            <li key={entry.id} className={styles.entry}>
              <time dateTime={entry.at} className="soft small">
                {new Date(entry.at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })}
              </time>
              <span>
                <strong>{entry.actor ?? deskCopy.system}</strong>{' '}
                <span title={entry.action}>{entry.name}</span>
              </span>
              <AuditSubject {...entry} />
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
  case: casePath,
};

/** The subject of an entry: its name with a link where it has a page; otherwise also the id by which it can be searched. */
function AuditSubject({ subject, about, paymentId }: Pick<Entry, 'subject' | 'about' | 'paymentId'>) {
  const [type = '', id = ''] = subject.split(':');
  const path = paymentId ? paymentPath(paymentId) : pathOf[type]?.(id);
  return (
    <span className={styles.subject}>
      {about && (path ? <a href={path}>{about}</a> : <span>{about}</span>)}{' '}
      {/* Without a name or a page of its own, the id is what a search can find. */}
      {!(about && path) && (
        <code className="small soft" translate="no">
          {subject}
        </code>
      )}
    </span>
  );
}
