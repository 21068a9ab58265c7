import { useState } from 'react';
import { caseNumber } from '#contracts/cases/cases.ts';
import { actOnCases, type CaseRow } from '#contracts/desk/desk-inbox.ts';
import { getOperator, listOperators } from '#contracts/desk/operators.ts';
import type { ResponseBody, Sent } from '#contracts/endpoint.ts';
import { ApiError } from '#src/browser/api.ts';
import { Button } from '#src/ui/Button.tsx';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import { FocusOnLeave } from '#src/ui/use-focus-on-leave.tsx';
import { callDesk } from '../call-desk.ts';
import { ActionForm, type ActionFormProps, reasonField } from '../case/ActionForm.tsx';
import { useDeskAction, useDeskQuery } from '../use-desk-query.tsx';
import { BulkResult, type Rejected } from './BulkResult.tsx';
import { textOfRow } from './InboxRow.tsx';
import { inboxCopy } from './inbox.copy.ts';
import styles from './inbox.module.css';
import type { ChosenCases } from './use-chosen-cases.ts';

const copy = inboxCopy.bulk;

type Act = Omit<Sent<typeof actOnCases>['body'], 'ids'>;
type Response = ResponseBody<typeof actOnCases>;

interface BulkActsProps {
  cases: ChosenCases;
  /** All rows of the page, of which the chosen ones may be duplicates. */
  rows: readonly CaseRow[];
  isLead: boolean;
}

/** Chooses the rows of the inbox, and does one act on all that are chosen. Those that reject it stay chosen, with the reason. */
export function BulkActs({ cases, rows, isLead }: BulkActsProps) {
  const { open, chosen, choose } = cases;
  const [result, setResult] = useState<{ message: string; rejected: readonly Rejected[] }>();
  const { running, run } = useDeskAction();

  const act = async (body: Act): Promise<Response> => {
    // The case that the others repeat stays open.
    const sent = chosen.filter(({ id }) => id !== body.original);
    const response = await callDesk(actOnCases, { body: { ...body, ids: sent.map(({ id }) => id) } });
    const problems = new Map(response.data.results.map(({ id, problem }) => [id, problem]));
    const rejected = sent.flatMap((item) => {
      const problem = problems.get(item.id);
      return problem ? [{ item, problem }] : [];
    });
    setResult(rejected.length > 0 ? { message: response.message, rejected } : undefined);
    choose(rejected.map(({ item }) => item.id));
    return response;
  };
  // A form keeps what was typed only if its call fails, and the rejected rows are still to be done.
  const actInForm = async (body: Act): Promise<Response> => {
    const response = await act(body);
    if (response.data.results.some(({ problem }) => problem !== null)) throw new ApiError(409, response);
    return response;
  };

  const originals = [...chosen, ...rows.filter((item) => !chosen.includes(item))];
  return (
    <section className="stack stack-tight" aria-labelledby="case-actions">
      {/* The forms move the focus to it when they disappear. */}
      <h2 id="case-actions" className="visually-hidden">
        {copy.heading}
      </h2>
      <div className="row">
        <Checkbox
          checked={open.length > 0 && chosen.length === open.length}
          disabled={open.length === 0}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && chosen.length < open.length;
          }}
          onChange={({ target }) => choose(target.checked ? open.map(({ id }) => id) : [])}
        >
          {copy.all(open.length)}
        </Checkbox>
        <span role="status" className="soft small">
          {chosen.length > 0 && copy.chosen(chosen.length)}
        </span>
      </div>
      {chosen.length > 0 && (
        <FocusOnLeave headingId="case-actions" className={styles.bulk ?? ''}>
          <Button
            kind="quiet"
            text={copy.claim}
            busy={running !== undefined && copy.working}
            onPress={() => run('claim', () => act({ act: 'claim' }))}
          />
          <AssignForm isLead={isLead} onSubmit={actInForm} />
          <DuplicatesForm originals={originals} onSubmit={actInForm} />
        </FocusOnLeave>
      )}
      {result && <BulkResult {...result} onHide={() => setResult(undefined)} />}
    </section>
  );
}

interface BulkFormProps {
  onSubmit: (act: Act) => Promise<Response>;
}

function AssignForm({ isLead, onSubmit }: BulkFormProps & { isLead: boolean }) {
  const me = useDeskQuery(getOperator, {}).data?.data;
  const operators = useDeskQuery(listOperators, {}).data?.data ?? [];
  const choices = operators
    .filter(({ id, endedAt, absentUntil }) => !endedAt && !absentUntil && (isLead || id !== me?.id))
    .map(({ id, fullName }) => ({ value: id, label: fullName }));
  const action: ActionFormProps['action'] = {
    label: isLead ? copy.assign : copy.handOver,
    hint: isLead ? copy.assignHint : copy.handOverHint,
    fields: [{ name: 'to', label: copy.to, type: 'choice', isRequired: true, choices }, reasonField],
  };
  return (
    <ActionForm
      action={action}
      onSubmit={({ to, reason = '' }) => onSubmit({ act: 'assign', reason, ...(to && { to }) })}
    />
  );
}

function DuplicatesForm({ originals, onSubmit }: BulkFormProps & { originals: readonly CaseRow[] }) {
  const choices = originals.map((item) => ({
    value: item.id,
    label: `${textOfRow(item)} · ${caseNumber(item.id)}`,
  }));
  const action: ActionFormProps['action'] = {
    label: copy.close,
    hint: copy.closeHint,
    fields: [
      {
        name: 'original',
        label: copy.original,
        hint: copy.originalHint,
        type: 'choice',
        isRequired: false,
        choices,
      },
      { ...reasonField, isRequired: false },
    ],
  };
  return (
    <ActionForm
      action={action}
      onSubmit={({ original, reason = '' }) =>
        onSubmit({ act: 'close_duplicates', reason, ...(original && { original }) })
      }
    />
  );
}
