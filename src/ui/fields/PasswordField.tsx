import { type ComponentProps, type ReactNode, useState } from 'react';
import { Field } from './Field.tsx';

interface PasswordFieldProps extends ComponentProps<'input'> {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A password field with a button that reveals the password. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field id={input.id} label={label} hint={hint} error={error}>
      {(control) => (
        <span className="input-reveal">
          <input
            {...input}
            {...control}
            className="input"
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={`Show ${label.toLowerCase()}`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </Field>
  );
}
