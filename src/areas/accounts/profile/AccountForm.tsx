import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import { paths } from '../../../browser/paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { PasswordField } from '../../../ui/fields/Field.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { Problem } from '../../../ui/Notice.tsx';
import { profileCopy } from './profile.copy.ts';

interface AccountFormProps<Values extends object, Schema extends z.ZodMiniType> {
  id: string;
  /** Address of the account whose password is asked. */
  email: string;
  loadSchema: () => Promise<Schema>;
  initial: Values;
  copy: { submit: string; cancel: string; submitting: string };
  failed?: string;
  /** Whether the fields cannot be sent yet. */
  isDisabled?: (values: Values) => boolean;
  send: (parsed: z.output<Schema>) => Promise<void>;
  onCancel: () => void;
  children: (form: ReturnType<typeof useContractForm<Values, Schema>>) => ReactNode;
}

/** A form that changes the account after its password was entered: errors, fields, and the buttons. */
export function AccountForm<Values extends object, Schema extends z.ZodMiniType>(
  props: AccountFormProps<Values, Schema>,
) {
  const { copy, failed = profileCopy.notSaved, send } = props;
  const form = useContractForm(props);
  return (
    <form
      className="stack"
      method="post"
      noValidate
      onSubmit={form.submit({ incomplete: profileCopy.fillAll, failed, send })}
    >
      <ErrorSummary problems={form.problems} attempt={form.attempt} />
      {/* Lets password managers find the account that the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={props.email} readOnly hidden />
      {props.children(form)}
      <Problem text={form.problem} />
      <div className="row row-fill">
        <Button
          type="submit"
          text={copy.submit}
          isDisabled={props.isDisabled?.(form.values) ?? false}
          busy={form.isSubmitting && copy.submitting}
        />
        <Button kind="quiet" text={copy.cancel} onPress={props.onCancel} />
      </div>
    </form>
  );
}

const loadCurrentPassword = async () => (await import('../passwords.schema.ts')).CurrentPasswordSchema;

/** Asks for the current password. */
export function PasswordPrompt(props: {
  id: string;
  email: string;
  copy: { password: string; submit: string; submitting: string; cancel: string; failed: string };
  send: (currentPassword: string) => Promise<void>;
  onCancel: () => void;
}) {
  const { copy, send } = props;
  return (
    <AccountForm
      {...props}
      loadSchema={loadCurrentPassword}
      initial={{ currentPassword: '' }}
      failed={copy.failed}
      send={({ currentPassword }) => send(currentPassword)}
    >
      {(form) => (
        <PasswordField
          {...form.field('currentPassword')}
          label={copy.password}
          hint={<a href={paths.forgotPassword}>{profileCopy.password.forgot}</a>}
          autoComplete="current-password"
          autoFocus
        />
      )}
    </AccountForm>
  );
}
