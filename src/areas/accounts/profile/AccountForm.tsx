import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import type { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { Problem } from '../../../ui/Problem.tsx';
import { profileCopy } from './profile.copy.ts';

interface AccountFormProps {
  /** Address of the account whose password is asked. */
  email: string;
  form: Pick<ReturnType<typeof useContractForm>, 'problems' | 'attempt' | 'problem' | 'isSubmitting'>;
  copy: { submit: string; cancel: string; submitting: string };
  /** Whether the fields cannot be sent yet. */
  isDisabled?: boolean;
  onSubmit: (event: SubmitEvent) => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A form that changes the account after its password was entered: errors, fields, and the buttons. */
export function AccountForm({ email, form, copy, isDisabled = false, children, ...on }: AccountFormProps) {
  return (
    <form className="stack" method="post" noValidate onSubmit={on.onSubmit}>
      <ErrorSummary title={profileCopy.problems} problems={form.problems} attempt={form.attempt} />
      {/* Lets password managers find the account that the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {children}
      <Problem text={form.problem} />
      <div className="row row-fill">
        <Button type="submit" isBusy={form.isSubmitting} busyLabel={copy.submitting} isDisabled={isDisabled}>
          {copy.submit}
        </Button>
        <Button kind="quiet" onPress={on.onCancel}>
          {copy.cancel}
        </Button>
      </div>
    </form>
  );
}
