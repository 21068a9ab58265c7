import type { ComponentProps, ReactNode } from 'react';
import { Field } from './Field.tsx';

interface SelectProps extends ComponentProps<'select'> {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Options as pairs of value and text. */
  options: readonly (readonly [value: string, text: string])[];
  /** Text of an empty first option, for a field without a value. */
  placeholder?: string;
}

/** A native `<select>`, so that phones show their own picker and typing finds options. */
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
