import { useCallback, useEffect, useState } from 'react';
import { editRequest } from '#contracts/requests.ts';
import { ApiError, call, messageOf } from '../../browser/api.ts';
import { paths } from '../../browser/paths.ts';
import { FailedToLoad, Notice } from '../../ui/Notice.tsx';
import { HelpForm } from './HelpForm.tsx';
import { initialHelpForm, toHelpRequest } from './help-form.ts';
import { type EditableForm, fetchEditableForm } from './help-start.ts';
import { requestsCopy } from './requests.copy.ts';
import { SubmittedView } from './SubmittedView.tsx';

const copy = requestsCopy.edit;

/** Edit form of the caller's request. No draft is stored. */
export function EditRequest({ id }: { id: string }) {
  const [filed, setFiled] = useState<EditableForm>();
  const [error, setError] = useState<unknown>();
  const [isAsking, setAsking] = useState(true);
  const [saved, setSaved] = useState<{ invitationsWait: boolean }>();

  const ask = useCallback(
    async (signal?: AbortSignal) => {
      setAsking(true);
      try {
        setFiled(await fetchEditableForm(id, signal));
      } catch (failure) {
        if (!signal?.aborted) setError(failure);
      }
      if (!signal?.aborted) setAsking(false);
    },
    [id],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void ask(leaving.signal);
    return () => leaving.abort();
  }, [ask]);

  if (saved) return <SubmittedView what="changed" invitationsWait={saved.invitationsWait} />;
  if (!filed && isGone(error)) return <Closed text={copy.gone} />;
  if (!filed && error !== undefined) {
    return (
      <FailedToLoad
        message={messageOf(error, copy.failed)}
        isRetrying={isAsking}
        onRetry={() => void ask()}
      />
    );
  }
  if (!filed) return <p role="status">{copy.loading}</p>;
  if (!filed.isOpen) return <Closed text={copy.closed} />;
  return (
    <HelpForm
      start={initialHelpForm(filed.form)}
      isEdit
      keptLogin={filed.form.account?.email ?? ''}
      submit={copy.submit}
      submitting={copy.submitting}
      failed={copy.failedToSave}
      onSend={async (form) => {
        const { data } = await call(editRequest, { params: { id }, body: toHelpRequest(form) });
        setSaved(data);
      }}
    />
  );
}

/** Message that the request cannot be edited, with a link back. */
function Closed({ text }: { text: string }) {
  return (
    <Notice kind="warn">
      <p role="status">{text}</p>
      <a className="button button-quiet button-small" href={paths.dashboard}>
        {copy.dashboard}
      </a>
    </Notice>
  );
}

// Missing, another learner's, or an invalid id: a retry would not help.
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
