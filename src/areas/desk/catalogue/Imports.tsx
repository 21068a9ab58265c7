import { useState } from 'react';
import * as z from 'zod/mini';
import { importPresets } from '#contracts/catalogue/catalogue-import.ts';
import { type DeskImport, listImports, startImport } from '#contracts/desk/desk-catalogue.ts';
import { toastSuccess } from '#src/browser/toast.ts';
import { upload } from '#src/browser/upload.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Field } from '#src/ui/fields/Field.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { useContractForm } from '#src/ui/fields/use-contract-form.ts';
import { Problem } from '#src/ui/Problem.tsx';
import { DeskQueryState } from '../DeskQueryState.tsx';
import { RelativeTime } from '../RelativeTime.tsx';
import { refreshDesk, useDeskPolling, useDeskQuery, useLiveDesk } from '../use-desk-query.ts';
import { catalogueCopy } from './catalogue.copy.ts';
import styles from './catalogue.module.css';

const copy = catalogueCopy.imports;

/** The form that imports a CSV file, and the last imports with their progress. */
export function Imports() {
  // A new form after each upload.
  const [started, setStarted] = useState(0);
  const imports = useDeskQuery(listImports, {});
  useLiveDesk();
  const data = imports.data?.data;
  useDeskPolling(data?.some(({ finishedAt }) => finishedAt === null) ?? false);
  return (
    <>
      <p className="soft">{copy.lead}</p>
      <ImportForm key={started} onStarted={() => setStarted(started + 1)} />
      <h2>{copy.list}</h2>
      <DeskQueryState query={imports} />
      {data?.length === 0 && <EmptyState text={copy.empty} />}
      {data?.map((one) => (
        <ImportView key={one.id} one={one} />
      ))}
    </>
  );
}

const FormSchema = z.object({ preset: z.enum(importPresets) });

/** Returns what is wrong with a chosen file before it is uploaded. */
function problemOf(file: File | undefined): string | undefined {
  if (!file) return copy.choose;
  return file.size > startImport.file.maxBytes ? startImport.file.tooLarge : undefined;
}

function ImportForm({ onStarted }: { onStarted: () => void }) {
  const [file, setFile] = useState<File>();
  const [fileError, setFileError] = useState<string>();
  const form = useContractForm({
    id: 'import',
    names: ['preset'],
    schema: FormSchema,
    initial: { preset: 'courselift' as string },
    isShort: true,
  });
  const send = form.submit({
    failed: copy.failed,
    toasts: 'none',
    areOtherFieldsValid() {
      setFileError(problemOf(file));
      return problemOf(file) === undefined;
    },
    send: async ({ preset }) => {
      if (!file) return;
      toastSuccess(await upload(startImport, { body: { fileName: file.name, preset }, file }, () => {}));
      await refreshDesk();
      onStarted();
    },
  });

  return (
    <form className="card stack" noValidate onSubmit={send}>
      <Field id="import-file" label={copy.file} error={fileError}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,text/csv"
            className="input"
            onChange={({ target }) => setFile(target.files?.[0])}
          />
        )}
      </Field>
      <Select
        {...form.field('preset')}
        label={copy.preset}
        options={importPresets.map((one) => [one, copy.presets[one]])}
      />
      <Problem text={form.problem} />
      <div className="row">
        <Button type="submit" isBusy={form.isSubmitting} busyLabel={copy.starting}>
          {copy.start}
        </Button>
      </div>
    </form>
  );
}

const badges = { queued: 'wait', running: 'wait', finished: 'good', failed: 'warn' } as const;

function ImportView({ one }: { one: DeskImport }) {
  const { status, counts, rejections } = one;
  return (
    <article className="card stack stack-tight">
      <p className="row">
        <strong>{one.fileName}</strong>
        <Badge kind={badges[status]}>{copy.statuses[status]}</Badge>
        <span className="small soft">
          <RelativeTime time={one.finishedAt ?? one.createdAt} />{' '}
          {one.requestedBy && <span>{copy.by(one.requestedBy)}</span>}
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
      {rejections.length > 0 && (
        <details>
          <summary>{copy.rejections(counts.refused)}</summary>
          <ul className={styles.rejections}>
            {rejections.map(({ line, problem }) => (
              <li key={line}>
                <strong>{copy.line(line)}</strong>: {problem}
              </li>
            ))}
            {counts.refused > rejections.length && <li>{copy.more(counts.refused - rejections.length)}</li>}
          </ul>
        </details>
      )}
    </article>
  );
}
