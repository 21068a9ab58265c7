import { useId, useState } from 'react';
import * as z from 'zod/mini';
import type { CaseActionView } from '#contracts/desk.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { Problem } from '../../../ui/Problem.tsx';
import { deskCopy } from '../operations.copy.ts';
import { refreshDesk } from '../use-desk-query.ts';
import { ActionField } from './ActionField.tsx';
import styles from './case.module.css';

const copy = deskCopy.case;
// Which fields are required depends on the action; the server validates them.
const ValuesSchema = z.record(z.string(), z.string());

interface ActionFormProps {
  action: Omit<CaseActionView, 'name'>;
  /** Values of the fields before anything is typed. */
  initial?: Readonly<Record<string, string>>;
  /** Does it. What was typed stays in the form when it throws. */
  onSubmit: (values: Readonly<Record<string, string>>) => Promise<{ message: string }>;
}

/** An action on a case: closed it is a button, open it explains the action and shows its fields. */
export function ActionForm({ action, initial = {}, onSubmit }: ActionFormProps) {
  const [isOpen, setOpen] = useState(false);
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
        setOpen(false);
      } finally {
        await refreshDesk();
      }
    },
  });

  return (
    <details
      className={styles.action}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{action.label}</summary>
      <form className="stack stack-tight" noValidate onSubmit={send}>
        <p className="small soft">
          {action.hint} {action.isFinal && copy.final}
        </p>
        {action.fields.map((field) => (
          <ActionField key={field.name} field={field} control={form.field(field.name)} />
        ))}
        <Problem text={action.obstacle ?? form.problem} />
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
