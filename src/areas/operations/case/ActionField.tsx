import type { CaseActionView } from '#contracts/desk.ts';
import { Field } from '../../../ui/fields/Field.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';

interface ActionFieldProps {
  id: string;
  field: CaseActionView['fields'][number];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const inputProps = {
  line: {},
  amount: { inputMode: 'decimal' },
  date: { type: 'datetime-local' },
} as const;

/** A field of an action's form. */
export function ActionField({ id, field, value, error, onChange }: ActionFieldProps) {
  const { label, hint, type, choices = [] } = field;
  const control = {
    id,
    value,
    required: field.isRequired,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (type === 'choice')
    return (
      <Select
        {...control}
        label={label}
        hint={hint}
        error={error}
        placeholder=""
        options={choices.map((choice) => [choice.value, choice.label])}
      />
    );
  if (type === 'text')
    return (
      <Field id={id} label={label} hint={hint} error={error}>
        {(attributes) => <textarea rows={3} {...control} {...attributes} className="input" />}
      </Field>
    );
  return <TextField {...control} {...inputProps[type]} label={label} hint={hint} error={error} />;
}
