import type { ComponentProps } from 'react';
import { FieldError } from './Field.tsx';

interface RadioCardsProps extends ComponentProps<'input'> {
  id: string;
  label: string;
  error?: string | undefined;
  options: readonly { value: string; text: string; hint?: string }[];
}

/** A radio group whose options have descriptions. The first radio carries the group's id. */
export function RadioCards({ id, label, error, options, value, ...input }: RadioCardsProps) {
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      <div className="choices">
        {options.map((option, index) => (
          <label key={option.value} className="choice">
            <input
              {...input}
              type="radio"
              value={option.value}
              checked={option.value === value}
              id={index === 0 ? id : undefined}
            />
            <strong>{option.text}</strong>
            {option.hint && <small>{option.hint}</small>}
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
