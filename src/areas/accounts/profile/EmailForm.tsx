import { changeEmail } from '#contracts/profile.ts';
import { call } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { Problem } from '../../../ui/Problem.tsx';
import { profileCopy } from './profile.copy.ts';

const copy = profileCopy.email;
const names = ['newEmail', 'currentPassword'] as const;

/** Requests a change of email address, which takes effect once the new address is confirmed. */
export function EmailForm(props: { email: string; onDone: () => void; onCancel: () => void }) {
  const form = useContractForm({
    id: 'email',
    names,
    schema: changeEmail.body,
    initial: { newEmail: '', currentPassword: '' },
  });

  const send = form.submit({
    incomplete: profileCopy.fillAll,
    failed: profileCopy.notSaved,
    send: async (values) => {
      const { message } = await call(changeEmail, { body: values });
      toastSuccess(message);
      props.onDone();
    },
  });

  return (
    <form className="stack" method="post" noValidate onSubmit={send}>
      <ErrorSummary title={profileCopy.problems} problems={form.problems} attempt={form.attempt} />
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={props.email} readOnly hidden />
      <TextField
        {...form.field('newEmail')}
        label={copy.newEmail}
        type="email"
        autoComplete="email"
        // The user just opened this form.
        autoFocus
      />
      <PasswordField
        {...form.field('currentPassword')}
        label={copy.password}
        hint={copy.passwordHint}
        autoComplete="current-password"
      />
      <p className="small soft">{copy.told}</p>
      <Problem text={form.problem} />
      <div className="row row-fill">
        <Button type="submit" isBusy={form.isSubmitting} busyLabel={copy.submitting}>
          {copy.submit}
        </Button>
        <Button kind="quiet" onPress={props.onCancel}>
          {copy.cancel}
        </Button>
      </div>
    </form>
  );
}
