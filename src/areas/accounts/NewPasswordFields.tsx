import type { ComponentProps } from 'react';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { passwordCopy as copy } from './password.copy.ts';
import { StrengthHint } from './StrengthHint.tsx';

type Control = Pick<ComponentProps<typeof PasswordField>, 'id' | 'name' | 'onChange' | 'onBlur' | 'error'> & {
  value: string;
};

interface NewPasswordFieldsProps {
  labels: readonly [password: string, confirm: string];
  password: Control;
  confirm: Control;
  /** What an attacker knows about the person, such as the email address. */
  about?: readonly string[];
}

/** The fields for a new password and its confirmation, with a strength hint. */
export function NewPasswordFields({ labels, password, confirm, about }: NewPasswordFieldsProps) {
  const differ = confirm.value !== '' && password.value !== confirm.value;
  return (
    <div className="fields-2">
      <PasswordField
        {...password}
        label={labels[0]}
        hint={<StrengthHint password={password.value} about={about ?? []} />}
        autoComplete="new-password"
      />
      <PasswordField
        {...confirm}
        label={labels[1]}
        autoComplete="new-password"
        error={differ ? copy.mismatch : confirm.error}
      />
    </div>
  );
}
