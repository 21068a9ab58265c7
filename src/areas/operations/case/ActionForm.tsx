import { type SubmitEvent, useId, useState } from 'react';
import type { CaseActionView } from '#contracts/desk.ts';
import { ApiError, messageOf } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { Problem } from '../../../ui/Problem.tsx';
import { deskCopy } from '../operations.copy.ts';
import { refreshDesk } from '../use-desk-query.ts';
import { ActionField } from './ActionField.tsx';
import styles from './case.module.css';

const copy = deskCopy.case;

interface ActionFormProps {
  action: Omit<CaseActionView, 'name'>;
  /** Does it. What was typed stays in the form when it throws. */
  onSubmit: (values: Readonly<Record<string, string>>) => Promise<{ message: string }>;
}

/** An action on a case: closed it is a button, open it explains the action and shows its fields. */
export function ActionForm({ action, onSubmit }: ActionFormProps) {
  const id = useId();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setErrors({});
    setProblem(undefined);
    try {
      toastSuccess((await onSubmit(values)).message);
      setValues({});
      setOpen(false);
    } catch (error) {
      const fields = error instanceof ApiError ? error.errors : {};
      setErrors(fields);
      if (!action.fields.some(({ name }) => fields[name])) setProblem(messageOf(error, copy.failed));
    } finally {
      await refreshDesk();
      setBusy(false);
    }
  };

  return (
    <details
      className={styles.action}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{action.label}</summary>
      <form className="stack stack-tight" noValidate onSubmit={submit}>
        <p className="small soft">
          {action.hint} {action.isFinal && copy.final}
        </p>
        {action.fields.map((field) => (
          <ActionField
            key={field.name}
            id={`${id}-${field.name}`}
            field={field}
            value={values[field.name] ?? ''}
            error={errors[field.name]}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        <Problem text={action.obstacle ?? problem} />
        <Button
          type="submit"
          isSmall
          isBusy={isBusy}
          busyLabel={copy.working}
          isDisabled={action.obstacle !== null}
        >
          {action.label}
        </Button>
      </form>
    </details>
  );
}
