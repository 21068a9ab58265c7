import type { ComponentProps } from 'react';
import { PasswordField } from '../../ui/fields/Field.tsx';
import styles from './accounts.module.css';
import { passwordCopy as copy, passwordStrength } from './password-strength.ts';

type Control = Pick<ComponentProps<typeof PasswordField>, 'id' | 'name' | 'onChange' | 'onBlur' | 'error'> & {
  value: string;
};

interface NewPasswordFieldsProps {
  labels: readonly [password: string, confirm: string];
  password: Control;
  confirm: Control;
  /** Texts that an attacker knows about the person, such as the email address. */
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

/** Shows the strength of a password as three bars and in words. It never blocks the form. */
function StrengthHint(props: { password: string; about?: readonly string[] }) {
  const { level, words } = passwordStrength(props.password, props.about);
  return (
    <span className={styles.strength} data-level={level}>
      <svg viewBox="0 0 60 10" width="60" height="10" role="img" aria-label={copy.label}>
        {[1, 2, 3].map((mark) => (
          <path
            key={mark}
            className={mark <= level ? styles.on : styles.off}
            d={`M${mark * 21 - 21} 0h18v10h-18Z`}
          />
        ))}
      </svg>
      <span aria-live="polite">{words}</span>
    </span>
  );
}
