import { useState } from 'react';
import type { EditableRequest } from '#contracts/requests/request-views.ts';
import { editRequest, getOwnRequest } from '#contracts/requests/requests.ts';
import { ApiError, call } from '../../browser/api.ts';
import { paths } from '../../browser/paths.ts';
import { useApiQuery } from '../../browser/use-api-query.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Notice, QueryFailed } from '../../ui/Notice.tsx';
import { HelpForm } from './HelpForm.tsx';
import type { HelpForm as HelpFormValues } from './help-fields.ts';
import { initialHelpForm } from './help-form.ts';
import { parseHelpPurpose } from './help-start.ts';
import { NewRequest } from './NewRequest.tsx';
import { requestsCopy } from './requests.copy.ts';
import { SubmittedView } from './SubmittedView.tsx';

const loadSchemas = {
  adult: async () => (await import('#contracts/requests/requests.ts')).AdultEditSchema,
  minor: async () => (await import('#contracts/requests/requests.ts')).RequestEditSchema,
};

const copy = requestsCopy.edit;

/** The request-for-help page: a new request, or an existing one to edit, by the query string `search`. */
export function HelpPage({ search }: { search: string }) {
  const [purpose] = useState(() => parseHelpPurpose(search));
  return purpose.kind === 'edit' ? <EditRequest id={purpose.id} /> : <NewRequest purpose={purpose} />;
}

/** Edit form of the caller's request. No draft is stored. */
function EditRequest({ id }: { id: string }) {
  // Never fetched again: a refetch could close the form while the learner types.
  const query = useApiQuery(getOwnRequest, { params: { id } }, { staleTime: Number.POSITIVE_INFINITY });
  const { data, error } = query;
  const request = data?.data;
  const [saved, setSaved] = useState<{ invitationsWait: boolean; guardianWaits: boolean }>();

  if (saved) return <SubmittedView what="changed" {...saved} />;
  if (!request && isMissing(error)) return <Closed text={copy.gone} />;
  if (!request && error) return <QueryFailed query={query} failed={copy.loadFailed} />;
  if (!request) return <p role="status">{copy.loading}</p>;
  const isReserved = request.status === 'reserved';
  if (request.status !== 'pending' && !isReserved) return <Closed text={copy.closed} />;
  const form = (
    <HelpForm
      start={formOf(request)}
      loadSchemas={loadSchemas}
      keptLogin={request.delivery === 'platform-login' ? (request.account.email ?? '') : ''}
      copy={copy}
      onSend={async (body) => {
        const { data } = await call(editRequest, { params: { id }, body });
        setSaved(data);
      }}
    />
  );
  if (!isReserved) return form;
  return (
    <div className="stack stack-loose">
      <Notice kind="warn" text={copy.reserved} />
      {form}
    </div>
  );
}

/** Message that the request cannot be edited, with a link back. */
function Closed({ text }: { text: string }) {
  return (
    <Notice kind="warn">
      <p role="status">{text}</p>
      <LinkButton kind="quiet" isSmall href={paths.dashboard} text={copy.dashboard} />
    </Notice>
  );
}

// Missing, another learner's, or an invalid id: a retry would not help.
function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Returns the values of the form for a request of the caller. */
function formOf(request: EditableRequest): HelpFormValues {
  const { course } = request;
  return initialHelpForm({
    ...request,
    course: { ...course, price: String(course.price), duration: String(course.duration) },
  });
}
