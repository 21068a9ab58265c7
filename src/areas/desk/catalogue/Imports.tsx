import { useState } from 'react';
import * as z from 'zod/mini';
import { importPresets } from '#contracts/catalogue/catalogue-import.ts';
import { type DeskImport, listImports, startImport } from '#contracts/desk/desk-catalogue.ts';
import { toastSuccess } from '#src/browser/toast.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Badge } from '#src/ui/Facts.tsx';
import { Field, Select } from '#src/ui/fields/Field.tsx';
import { useContractForm } from '#src/ui/fields/use-contract-form.ts';
import { Problem } from '#src/ui/Notice.tsx';
import { sendAgain, UploadProgress } from '#src/ui/UploadProgress.tsx';
import { uploadToDesk } from '../call-desk.ts';
import { RelativeTime } from '../PageParts.tsx';
import {
  DeskQueryState,
  refreshDesk,
  useDeskPolling,
  useDeskQuery,
  useLiveDesk,
} from '../use-desk-query.tsx';
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
      {data?.map((courseImport) => (
        <ImportView key={courseImport.id} courseImport={courseImport} />
      ))}
    </>
  );
}

const FormSchema = z.object({ preset: z.enum(importPresets) });
const loadSchema = async () => FormSchema;

/** Returns what is wrong with a chosen file before it is uploaded. */
function problemOf(file: File | undefined): string | undefined {
  if (!file) return copy.choose;
  return file.size > startImport.file.maxBytes ? startImport.file.tooLarge : undefined;
}

function ImportForm({ onStarted }: { onStarted: () => void }) {
  const [file, setFile] = useState<File>();
  const [fileError, setFileError] = useState<string>();
  const [sentPart, setSentPart] = useState<number>();
  const form = useContractForm({
    id: 'import',
    loadSchema,
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
      setSentPart(0);
      const sent = { body: { fileName: file.name, preset }, file };
      toastSuccess(await uploadToDesk(startImport, sent, setSentPart).finally(() => setSentPart(undefined)));
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
        options={importPresets.map((preset) => [preset, copy.presets[preset]])}
      />
      <UploadProgress part={sentPart} />
      <Problem text={form.problem} />
      <div className="row">
        <Button
          type="submit"
          text={form.problem ? sendAgain : copy.start}
          busy={form.isSubmitting && copy.starting}
        />
      </div>
    </form>
  );
}

const badges = { queued: 'wait', running: 'wait', finished: 'good', failed: 'warn' } as const;

function ImportView({ courseImport }: { courseImport: DeskImport }) {
  const { fileName, status, counts, rejections, finishedAt, createdAt, requestedBy, failure } = courseImport;
  return (
    <article className="card stack stack-tight">
      <p className="row">
        <strong>{fileName}</strong>
        <Badge kind={badges[status]}>{copy.statuses[status]}</Badge>
        <span className="small soft">
          <RelativeTime time={finishedAt ?? createdAt} /> {requestedBy && <span>{copy.by(requestedBy)}</span>}
        </span>
      </p>
      {finishedAt === null && (
        <progress
          className={styles.progress}
          aria-label={copy.progress(fileName)}
          max={1}
          value={courseImport.share}
        />
      )}
      {status !== 'queued' && failure === null && (
        <p>
          {copy.rows(counts.rows)}: {copy.counts(counts)}
        </p>
      )}
      {failure && <p>{failure}</p>}
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
