import * as z from 'zod/mini';
import { refineWhenIncomplete } from '#contracts/fields.ts';
import { changePassword } from '#contracts/profile.ts';
import { call } from '../../../browser/api.ts';
import { paths } from '../../../browser/paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { Problem } from '../../../ui/Problem.tsx';
import { NewPasswordFields } from '../NewPasswordFields.tsx';
import { passwordCopy } from '../password.copy.ts';
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
    <form className="stack" method="post" noValidate onSubmit={send}>
      <ErrorSummary title={profileCopy.problems} problems={form.problems} attempt={form.attempt} />
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={props.email} readOnly hidden />
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
      <Problem text={form.problem} />
      <div className="row row-fill">
        <Button
          type="submit"
          isBusy={form.isSubmitting}
          busyLabel={profileCopy.saving}
          isDisabled={newPassword !== confirmPassword}
        >
          {copy.submit}
        </Button>
        <Button kind="quiet" onPress={props.onCancel}>
          {copy.cancel}
        </Button>
      </div>
    </form>
  );
}
