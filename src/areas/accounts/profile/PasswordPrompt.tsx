import * as z from 'zod/mini';
import { limits } from '#contracts/limits.ts';
import { paths } from '../../../browser/paths.ts';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { AccountForm } from './AccountForm.tsx';
import { profileCopy } from './profile.copy.ts';

const missing = 'Please enter your current password.';
const FormSchema = z.object({
  currentPassword: z.string(missing).check(z.minLength(1, missing), z.maxLength(limits.passwordMaxBytes)),
});
const names = ['currentPassword'] as const;

/** Asks for the current password before an action on the account. */
export function PasswordPrompt(props: {
  id: string;
  email: string;
  copy: { password: string; submit: string; submitting: string; cancel: string; failed: string };
  send: (currentPassword: string) => Promise<void>;
  onCancel: () => void;
}) {
  const { copy } = props;
  const form = useContractForm({
    id: props.id,
    names,
    schema: FormSchema,
    initial: { currentPassword: '' },
  });
  const send = form.submit({
    incomplete: profileCopy.fillAll,
    failed: copy.failed,
    send: ({ currentPassword }) => props.send(currentPassword),
  });
  return (
    <AccountForm email={props.email} form={form} copy={copy} onSubmit={send} onCancel={props.onCancel}>
      <PasswordField
        {...form.field('currentPassword')}
        label={copy.password}
        hint={<a href={paths.forgotPassword}>{profileCopy.password.forgot}</a>}
        autoComplete="current-password"
        autoFocus
      />
    </AccountForm>
  );
}
