import type { ComponentProps, ReactNode } from 'react';
import { Field } from './Field.tsx';

interface SelectProps extends ComponentProps<'select'> {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** What may be chosen: value and text. */
  options: readonly (readonly [value: string, text: string])[];
  /** Text of an empty first entry, when nothing is chosen yet. */
  placeholder?: string;
}

/** A choice from a list; the platform's own, so that phones show their wheel and keys find entries. */
export function Select({ label, hint, error, options, placeholder, ...select }: SelectProps) {
  return (
    <Field id={select.id} label={label} hint={hint} error={error}>
      {(control) => (
        <select {...select} {...control} className="input">
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
