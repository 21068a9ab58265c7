import * as z from 'zod/mini';
import { changePassword } from '#contracts/accounts/profile.ts';
import { refineWhenIncomplete } from '#contracts/fields.ts';
import { call } from '../../../browser/api.ts';
import { paths } from '../../../browser/paths.ts';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { NewPasswordFields } from '../NewPasswordFields.tsx';
import { passwordCopy } from '../password.copy.ts';
import { AccountForm } from './AccountForm.tsx';
import { profileCopy } from './profile.copy.ts';

const FormSchema = z.extend(changePassword.body, { confirmPassword: z.string(passwordCopy.mismatch) }).check(
  z.refine((form) => form.newPassword === form.confirmPassword, {
    error: passwordCopy.mismatch,
    path: ['confirmPassword'],
    ...refineWhenIncomplete,
  }),
);

const copy = profileCopy.password;
const names = ['currentPassword', 'newPassword', 'confirmPassword'] as const;

/** Changes the password after checking the current one; signs out all other devices. */
export function PasswordForm(props: { email: string; onDone: () => void; onCancel: () => void }) {
  const form = useContractForm({
    id: 'password',
    names,
    schema: FormSchema,
    initial: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const { newPassword, confirmPassword } = form.values;

  const send = form.submit({
    incomplete: profileCopy.fillAll,
    failed: profileCopy.notSaved,
    send: async ({ currentPassword, newPassword: chosen }) => {
      await call(changePassword, { body: { currentPassword, newPassword: chosen } });
      props.onDone();
    },
  });

  return (
    <AccountForm
      email={props.email}
      form={form}
      copy={{ ...copy, submitting: profileCopy.saving }}
      isDisabled={newPassword !== confirmPassword}
      onSubmit={send}
      onCancel={props.onCancel}
    >
      <PasswordField
        {...form.field('currentPassword')}
        label={copy.current}
        hint={<a href={paths.forgotPassword}>{copy.forgot}</a>}
        autoComplete="current-password"
        autoFocus
      />
      <NewPasswordFields
        labels={[copy.next, copy.confirm]}
        password={form.field('newPassword')}
        confirm={form.field('confirmPassword')}
        about={[props.email]}
      />
    </AccountForm>
  );
}
