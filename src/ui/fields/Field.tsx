import type { ReactNode } from 'react';

/** Attributes that connect a control to its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** Returns the `aria-describedby` ids of a field's hint and error, as far as they are rendered. */
function describedBy(id: string, hint: unknown, error: string | undefined): string | undefined {
  return [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
}

/** A labelled control with its hint and error. */
export function Field(props: FieldProps) {
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
