import { changeEmail } from '#contracts/accounts/profile.ts';
import { call } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { AccountForm } from './AccountForm.tsx';
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
    <AccountForm email={props.email} form={form} copy={copy} onSubmit={send} onCancel={props.onCancel}>
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
    </AccountForm>
  );
}
