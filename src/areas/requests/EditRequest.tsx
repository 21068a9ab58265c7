import { useState } from 'react';
import { editRequest, getOwnRequest, RequestEditSchema } from '#contracts/requests/requests.ts';
import { ApiError, call, messageOf } from '../../browser/api.ts';
import { paths } from '../../browser/paths.ts';
import { useApiQuery } from '../../browser/use-api-query.ts';
import { FailedToLoad, Notice } from '../../ui/Notice.tsx';
import { HelpForm } from './HelpForm.tsx';
import { initialHelpForm } from './help-form.ts';
import { formOf } from './help-start.ts';
import { requestsCopy } from './requests.copy.ts';
import { SubmittedView } from './SubmittedView.tsx';

const copy = requestsCopy.edit;

/** Edit form of the caller's request. No draft is stored. */
export function EditRequest({ id }: { id: string }) {
  // Never fetched again: a refetch could close the form while the learner types.
  const { data, error, isFetching, refetch } = useApiQuery(
    getOwnRequest,
    { params: { id } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const request = data?.data;
  const [saved, setSaved] = useState<{ invitationsWait: boolean }>();

  if (saved) return <SubmittedView what="changed" invitationsWait={saved.invitationsWait} />;
  if (!request && isGone(error)) return <Closed text={copy.gone} />;
  if (!request && error) {
    return (
      <FailedToLoad
        message={messageOf(error, copy.failed)}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!request) return <p role="status">{copy.loading}</p>;
  const isReserved = request.status === 'reserved';
  if (request.status !== 'pending' && !isReserved) return <Closed text={copy.closed} />;
  const form = (
    <HelpForm
      start={initialHelpForm(formOf(request))}
      schema={RequestEditSchema}
      keptLogin={request.delivery === 'platform-login' ? (request.account.email ?? '') : ''}
      submit={copy.submit}
      submitting={copy.submitting}
      failed={copy.failedToSave}
      onSend={async (body) => {
        const { data } = await call(editRequest, { params: { id }, body });
        setSaved(data);
      }}
    />
  );
  if (!isReserved) return form;
  return (
    <div className="stack stack-loose">
      <Notice kind="warn">
        <p>{copy.reserved}</p>
      </Notice>
      {form}
    </div>
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
