import { type KeyboardEvent, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { CaseActionView } from '#contracts/desk/desk.ts';
import { toastSuccess } from '#src/browser/toast.ts';
import { Button } from '#src/ui/Button.tsx';
import { useContractForm } from '#src/ui/fields/use-contract-form.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Problem } from '#src/ui/Problem.tsx';
import { deskCopy } from '../desk.copy.ts';
import { refreshDesk } from '../use-desk-query.ts';
import { useFocusOnLeave } from '../use-focus-on-leave.ts';
import { ActionField } from './ActionField.tsx';
import styles from './case.module.css';

const copy = deskCopy.case;
// Which fields are required depends on the action; the server validates them.
const ValuesSchema = z.record(z.string(), z.string());

/** Props of {@link ActionForm}. */
export interface ActionFormProps {
  action: Omit<CaseActionView, 'name'>;
  /** Values of the fields before anything is typed. */
  initial?: Readonly<Record<string, string>>;
  /** Does it. What was typed stays in the form when it throws. */
  onSubmit: (values: Readonly<Record<string, string>>) => Promise<{ message: string }>;
  onToggle?: (isOpen: boolean) => void;
}

/** An action on a case: closed it is a button, open it explains the action and shows its fields. */
export function ActionForm({ action, initial = {}, onSubmit, onToggle }: ActionFormProps) {
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
  const names = action.fields.map(({ name }) => name);
  const form = useContractForm({
    id: useId(),
    names,
    schema: ValuesSchema,
    initial,
    isShort: true,
  });
  const send = form.submit({
    failed: copy.failed,
    toasts: 'none',
    send: async (values) => {
      try {
        toastSuccess((await onSubmit(values)).message);
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
  const problems = [...new Set([form.problem, action.obstacle])].filter(Boolean);

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
      <summary>{action.label}</summary>
      <form className="stack stack-tight" noValidate onSubmit={send}>
        <p className="small soft">{action.isFinal ? `${action.hint} ${copy.final}` : action.hint}</p>
        {action.notice && (
          <div className={styles.notice}>
            <Notice kind="warn">
              {action.notice.split('\n').map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Notice>
          </div>
        )}
        {action.fields.map((field) => (
          <ActionField key={field.name} field={field} control={form.field(field.name)} />
        ))}
        <Problem text={problems.join(' ')} />
        <Button
          type="submit"
          isSmall
          isBusy={form.isSubmitting}
          busyLabel={copy.working}
          isDisabled={action.obstacle !== null}
        >
          {action.label}
        </Button>
      </form>
    </details>
  );
}
