import { type SubmitEvent, useRef, useState } from 'react';
import { importPresets } from '#contracts/catalogue-import.ts';
import { type DeskImport, listImports, startImport } from '#contracts/desk-catalogue.ts';
import { messageOf, upload } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Problem } from '../../../ui/Problem.tsx';
import { DeskQueryState } from '../DeskQueryState.tsx';
import { RelativeTime } from '../RelativeTime.tsx';
import { refreshDesk, useDeskPolling, useDeskQuery, useLiveDesk } from '../use-desk-query.ts';
import { catalogueCopy } from './catalogue.copy.ts';
import styles from './catalogue.module.css';

const copy = catalogueCopy.imports;

/** The form that imports a CSV file, and the last imports with their progress. */
export function Imports() {
  const imports = useDeskQuery(listImports, {});
  useLiveDesk();
  const data = imports.data?.data;
  useDeskPolling(data?.some(({ finishedAt }) => finishedAt === null) ?? false);
  return (
    <>
      <p className="soft">{copy.lead}</p>
      <ImportForm />
      <h2>{copy.list}</h2>
      <DeskQueryState query={imports} />
      {data?.length === 0 && <EmptyState text={copy.empty} />}
      {data?.map((one) => (
        <ImportView key={one.id} one={one} />
      ))}
    </>
  );
}

function ImportForm() {
  const input = useRef<HTMLInputElement>(null);
  const [preset, setPreset] = useState<(typeof importPresets)[number]>('courselift');
  const [sent, setSent] = useState<number>();
  const [problem, setProblem] = useState<string>();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const file = input.current?.files?.[0];
    if (sent !== undefined) return;
    if (!file) return setProblem(copy.choose);
    if (file.size > startImport.file.maxBytes) return setProblem(startImport.file.tooLarge);
    setProblem(undefined);
    setSent(0);
    try {
      const body = { fileName: file.name, preset };
      toastSuccess(await upload(startImport, { body, file }, setSent));
      if (input.current) input.current.value = '';
    } catch (error) {
      setProblem(messageOf(error, copy.failed));
    }
    await refreshDesk();
    setSent(undefined);
  };

  return (
    <form className="card stack" noValidate onSubmit={submit}>
      <Field id="import-file" label={copy.file}>
        {(control) => <input {...control} ref={input} type="file" accept=".csv,text/csv" className="input" />}
      </Field>
      <Select
        id="import-preset"
        label={copy.preset}
        options={importPresets.map((one) => [one, copy.presets[one]])}
        value={preset}
        onChange={({ target }) =>
          setPreset(importPresets.find((one) => one === target.value) ?? 'courselift')
        }
      />
      <Problem text={problem} />
      <div className="row">
        <Button type="submit" isBusy={sent !== undefined} busyLabel={copy.starting}>
          {copy.start}
        </Button>
      </div>
    </form>
  );
}

const badges = { queued: 'wait', running: 'wait', finished: 'good', failed: 'warn' } as const;

function ImportView({ one }: { one: DeskImport }) {
  const { status, counts, refusals } = one;
  return (
    <article className="card stack stack-tight">
      <p className="row">
        <strong>{one.fileName}</strong>
        <Badge kind={badges[status]}>{copy.statuses[status]}</Badge>
        <span className="small soft">
          <RelativeTime time={one.finishedAt ?? one.createdAt} />{' '}
          {one.requestedBy && copy.by(one.requestedBy)}
        </span>
      </p>
      {one.finishedAt === null && (
        <progress
          className={styles.progress}
          aria-label={copy.progress(one.fileName)}
          max={1}
          value={one.share}
        />
      )}
      {status !== 'queued' && one.failure === null && (
        <p>
          {copy.rows(counts.rows)}: {copy.counts(counts)}
        </p>
      )}
      {one.failure && <p>{one.failure}</p>}
      {refusals.length > 0 && (
        <details>
          <summary>{copy.refusals(counts.refused)}</summary>
          <ul className={styles.refusals}>
            {refusals.map(({ line, problem }) => (
              <li key={line}>
                <strong>{copy.line(line)}</strong>: {problem}
              </li>
            ))}
            {counts.refused > refusals.length && <li>{copy.more(counts.refused - refusals.length)}</li>}
          </ul>
        </details>
      )}
    </article>
  );
}
