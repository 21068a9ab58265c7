import type { ComponentProps, ReactNode } from 'react';
import { Field } from './Field.tsx';

interface TextFieldProps extends ComponentProps<'input'> {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A single-line text field. */
export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <Field id={input.id} label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...input} {...control} className="input" />}
    </Field>
  );
}
