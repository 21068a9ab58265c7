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
  const [request, setRequest] = useState<EditableForm>();
  const [error, setError] = useState<unknown>();
  const [isLoading, setLoading] = useState(true);
  const [saved, setSaved] = useState<{ invitationsWait: boolean }>();

  const load = useCallback(
    async (signal?: AbortSignal) => {
      setLoading(true);
      try {
        setRequest(await fetchEditableForm(id, signal));
      } catch (loadError) {
        if (!signal?.aborted) setError(loadError);
      }
      if (!signal?.aborted) setLoading(false);
    },
    [id],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void load(leaving.signal);
    return () => leaving.abort();
  }, [load]);

  if (saved) return <SubmittedView what="changed" invitationsWait={saved.invitationsWait} />;
  if (!request && isGone(error)) return <Closed text={copy.gone} />;
  if (!request && error !== undefined) {
    return (
      <FailedToLoad
        message={messageOf(error, copy.failed)}
        isRetrying={isLoading}
        onRetry={() => void load()}
      />
    );
  }
  if (!request) return <p role="status">{copy.loading}</p>;
  if (!request.isOpen) return <Closed text={copy.closed} />;
  return (
    <HelpForm
      start={initialHelpForm(request.form)}
      isEdit
      keptLogin={request.form.delivery === 'platform-login' ? (request.form.account?.email ?? '') : ''}
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
