import { type ComponentProps, type ReactNode, useState } from 'react';

/** Attributes that connect a control to its label, hint and error. */
interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface Labels {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** Returns the `aria-describedby` ids of a field's hint and error, as far as they are rendered. */
function describedBy(id: string, hint: unknown, error: string | undefined): string | undefined {
  return [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
}

/** A labelled control with its hint and error. */
export function Field(props: Labels & { children: (control: ControlProps) => ReactNode }) {
  const { id, label, hint, error } = props;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {props.children({
        id,
        'aria-describedby': describedBy(id, hint, error),
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}

/** The error of a field, with the id that `aria-describedby` refers to. */
export function FieldError(props: { id: string; error: string | undefined }) {
  if (!props.error) return null;
  return (
    <p className="field-error" id={`${props.id}-error`}>
      <span>{props.error}</span>
    </p>
  );
}

type InputProps = ComponentProps<'input'> & Labels;

/** A single-line text field. */
export function TextField({ label, hint, error, ...input }: InputProps) {
  return (
    <Field id={input.id} label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...input} {...control} className="input" />}
    </Field>
  );
}

/** A text field of several lines. */
export function TextArea({ label, hint, error, ...area }: ComponentProps<'textarea'> & Labels) {
  return (
    <Field id={area.id} label={label} hint={hint} error={error}>
      {(control) => <textarea {...area} {...control} className="input" />}
    </Field>
  );
}

/** A password field with a button that reveals the password. */
export function PasswordField({ label, hint, error, ...input }: InputProps) {
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

type SelectProps = ComponentProps<'select'> &
  Labels & {
    /** Options as pairs of value and text. */
    options: readonly (readonly [value: string, text: string])[];
    /** Text of an empty first option, for a field without a value. */
    placeholder?: string;
  };

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

type RadioCardsProps = Omit<InputProps, 'hint'> & {
  options: readonly { value: string; text: string; hint?: string }[];
};

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
