import type * as z from 'zod/mini';
import { changePassword } from '#contracts/accounts/profile-changes.ts';
import { call } from '../../../browser/api.ts';
import { paths } from '../../../browser/paths.ts';
import { PasswordField } from '../../../ui/fields/Field.tsx';
import { NewPasswordFields } from '../NewPasswordFields.tsx';
import { AccountForm } from './AccountForm.tsx';
import { profileCopy } from './profile.copy.ts';

const copy = profileCopy.password;
const loadSchema = async () => (await import('../passwords.schema.ts')).ChangeFormSchema;

/** The current password and the new one, twice. The server signs out all other devices. */
export function PasswordForm(props: { email: string; onChanged: () => void; onCancel: () => void }) {
  const change = async (typed: z.output<Awaited<ReturnType<typeof loadSchema>>>) => {
    const { currentPassword, newPassword } = typed;
    await call(changePassword, { body: { currentPassword, newPassword } });
    props.onChanged();
  };
  return (
    <AccountForm
      id="password"
      email={props.email}
      loadSchema={loadSchema}
      initial={{ currentPassword: '', newPassword: '', confirmPassword: '' }}
      copy={{ ...copy, submitting: profileCopy.saving }}
      isDisabled={({ newPassword, confirmPassword }) => newPassword !== confirmPassword}
      send={change}
      onCancel={props.onCancel}
    >
      {(form) => (
        <>
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
        </>
      )}
    </AccountForm>
  );
}
