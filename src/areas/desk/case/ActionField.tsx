import type { CaseActionView } from '#contracts/desk/desk.ts';
import { Field } from '#src/ui/fields/Field.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { useContractForm } from '#src/ui/fields/use-contract-form.ts';
import { deskCopy } from '../desk.copy.ts';

interface ActionFieldProps {
  field: CaseActionView['fields'][number];
  /** Props of the control, of the form hook. */
  control: ReturnType<ReturnType<typeof useContractForm>['field']>;
}

const inputProps = {
  line: {},
  amount: { inputMode: 'decimal' },
  day: { type: 'date' },
  date: { type: 'datetime-local' },
} as const;

/** A field of an action's form. */
export function ActionField({ field, control }: ActionFieldProps) {
  const { label, hint, type, choices = [] } = field;
  const props = { ...control, label, hint, required: field.isRequired };
  if (type === 'choice')
    return (
      <Select
        {...props}
        placeholder={deskCopy.case.choose}
        options={choices.map((choice) => [choice.value, choice.label])}
      />
    );
  if (type === 'text') {
    const { error, ...own } = control;
    return (
      <Field id={own.id} label={label} hint={hint} error={error}>
        {(attributes) => (
          <textarea rows={3} required={field.isRequired} {...own} {...attributes} className="input" />
        )}
      </Field>
    );
  }
  return <TextField {...props} {...inputProps[type]} />;
}
