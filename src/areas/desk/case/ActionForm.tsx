import { type KeyboardEvent, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { CaseActionView } from '#contracts/desk/desk.ts';
import { toastSuccess } from '#src/browser/toast.ts';
import { Button } from '#src/ui/Button.tsx';
import { Select, TextArea, TextField } from '#src/ui/fields/Field.tsx';
import { textAt } from '#src/ui/fields/form-values.ts';
import { useContractForm } from '#src/ui/fields/use-contract-form.ts';
import { Notice, Problem } from '#src/ui/Notice.tsx';
import { useFocusOnLeave } from '#src/ui/use-focus-on-leave.tsx';
import { useKeptText } from '../session/use-kept-text.ts';
import { refreshDesk } from '../use-desk-query.tsx';
import { caseCopy as copy } from './case.copy.ts';
import styles from './case.module.css';

// Which fields are required depends on the action; the server validates them.
const ValuesSchema = z.record(z.string(), z.string());
const loadSchema = async () => ValuesSchema;

type OptionalProps = 'isFinal' | 'obstacle' | 'notice';

/** Props of {@link ActionForm}. */
export interface ActionFormProps {
  action: Omit<CaseActionView, 'name' | OptionalProps> & Partial<Pick<CaseActionView, OptionalProps>>;
  /** Values of the fields before anything is typed. */
  initial?: Readonly<Record<string, string>>;
  /** Does it. What was typed stays in the form when it throws. */
  onSubmit: (values: Readonly<Record<string, string>>) => Promise<{ message: string }>;
  onToggle?: (isOpen: boolean) => void;
}

/** A form of a page; `name` is unique on it. */
export interface OfferedForm extends Pick<ActionFormProps, 'action' | 'onSubmit'> {
  name: string;
}

/** An action on a case: closed it is a button, open it explains the action and shows its fields. */
export function ActionForm({ action, initial: given = {}, onSubmit, onToggle }: ActionFormProps) {
  const { label, hint, fields, notice, isFinal = false, obstacle = null } = action;
  const ofFields = fields.map(({ name, initial: text = '' }) => [name, text] as const);
  const initial: Readonly<Record<string, string>> = { ...Object.fromEntries(ofFields), ...given };
  const [isOpen, setOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  useFocusOnLeave(details, 'case-actions');
  const toggle = (willBeOpen: boolean) => {
    setOpen(willBeOpen);
    onToggle?.(willBeOpen);
  };
  // The focus would be lost with the closed form. A toggle event may be pending, so the state is not what is shown.
  const close = () => {
    details.current?.querySelector('summary')?.focus();
    if (details.current) details.current.open = false;
    toggle(false);
  };
  const names = fields.map(({ name }) => name);
  const form = useContractForm({ id: useId(), names, loadSchema, initial, isShort: true });
  const unsent = fields.flatMap(({ name, label: fieldLabel }) => {
    const value = textAt(form.values, name);
    return value && value !== (initial[name] ?? '') ? [{ label: fieldLabel, value }] : [];
  });
  const whileSending = useKeptText({ form: label, values: isOpen ? unsent : [] });
  const send = form.submit({
    failed: copy.failed,
    toasts: 'none',
    send: async (values) => {
      try {
        toastSuccess((await whileSending(onSubmit(values))).message);
        for (const name of names) form.set(name, initial[name] ?? '');
        close();
      } finally {
        await refreshDesk();
      }
    },
  });

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && details.current?.open) close();
  };
  const problems = [...new Set([form.problem, obstacle])].filter(Boolean);

  return (
    <details
      ref={details}
      className={styles.action}
      open={isOpen}
      onKeyDown={closeOnEscape}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) toggle(currentTarget.open);
      }}
    >
      <summary>{label}</summary>
      <form className="stack stack-tight" noValidate onSubmit={send}>
        <p className="small soft">{isFinal ? `${hint} ${copy.final}` : hint}</p>
        {notice && (
          <div className={styles.notice}>
            <Notice kind="warn">
              {notice.split('\n').map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Notice>
          </div>
        )}
        {fields.map((field) => (
          <ActionField key={field.name} field={field} control={form.field(field.name)} />
        ))}
        <Problem text={problems.join(' ')} />
        <Button
          type="submit"
          isSmall
          text={label}
          isDisabled={obstacle !== null}
          busy={form.isSubmitting && copy.working}
        />
      </form>
    </details>
  );
}

const inputProps = {
  line: {},
  amount: { inputMode: 'decimal' },
  day: { type: 'date' },
  date: { type: 'datetime-local' },
} as const;

/** A field of an action's form. */
function ActionField(props: {
  field: CaseActionView['fields'][number];
  /** Props of the control, of the form hook. */
  control: ReturnType<ReturnType<typeof useContractForm>['field']>;
}) {
  const { field, control } = props;
  const { label, hint, type, choices = [] } = field;
  const shared = { ...control, label, hint, required: field.isRequired };
  if (type === 'choice')
    return (
      <Select
        {...shared}
        placeholder={copy.choose}
        options={choices.map((choice) => [choice.value, choice.label])}
      />
    );
  if (type === 'text') return <TextArea {...shared} rows={3} />;
  return <TextField {...shared} {...inputProps[type]} />;
}

/** The reason of an action, which is stored in the audit log. */
export const reasonField = { name: 'reason', label: copy.why, type: 'text', isRequired: true } as const;

interface ReasonFormProps extends Pick<ActionFormProps['action'], 'label' | 'hint' | 'isFinal'> {
  reasonHint?: string;
  onSubmit: (reason: string) => Promise<{ message: string }>;
}

/** An action that needs a reason and nothing else. */
export function ReasonForm({ reasonHint, onSubmit, ...action }: ReasonFormProps) {
  const field = { ...reasonField, ...(reasonHint && { hint: reasonHint }) };
  return (
    <ActionForm action={{ ...action, fields: [field] }} onSubmit={({ reason = '' }) => onSubmit(reason)} />
  );
}
