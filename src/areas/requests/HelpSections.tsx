import type { ReactNode } from 'react';
import { countWords } from '#contracts/count-words.ts';
import { currencies } from '#contracts/money.ts';
import { deliveries, deliveryNames } from '#contracts/requests/request-views.ts';
import { useSettings } from '../../browser/settings.ts';
import { Field, FieldError, PasswordField, RadioCards, TextField } from '../../ui/fields/Field.tsx';
import styles from './help.module.css';
import {
  courseRows,
  deliveryRows,
  type HelpField,
  type HelpFieldName,
  type HelpRows,
  helpFields,
  reasonRows,
  socialsRows,
} from './help-fields.ts';
import type { HelpFormState } from './help-form.ts';
import { requestsCopy as copy } from './requests.copy.ts';

/** Fields of the course: title, platform, link, price and duration. */
export function CourseSection({ form }: { form: HelpFormState }) {
  // All currencies until the settings are loaded; the server rejects unsupported ones. A draft's currency is kept in
  // the list even if it is no longer supported, so that the error can be understood.
  const supported = useSettings().data?.currencies ?? currencies;
  const options = [...new Set([...supported, form.values.course.priceUnit])];
  const { id, error } = form.field('course.priceUnit');
  return (
    <HelpSection
      title={copy.sections.course}
      form={form}
      rows={courseRows}
      changes={{ 'course.priceUnit': { options } }}
      after={<FieldError id={id} error={error} />}
    />
  );
}

interface DeliverySectionProps {
  form: HelpFormState;
  /** A password is stored; leaving the field empty does not change it. */
  hasPassword: boolean;
}

/** How the paid course is delivered, with the account on the platform where the delivery needs it. */
export function DeliverySection({ form, hasPassword }: DeliverySectionProps) {
  const { delivery } = form.values;
  return (
    <HelpSection
      title={copy.sections.delivery}
      form={form}
      rows={deliveryRows[delivery]}
      changes={{
        ...(delivery === 'platform-login' && { 'account.email': { label: copy.loginEmail, hint: '' } }),
        ...(hasPassword && { 'account.password': { hint: copy.keptPasswordHint } }),
      }}
      before={
        <RadioCards
          {...form.field('delivery')}
          label={helpFields.delivery.label}
          options={deliveryNames.map((value) => ({
            value,
            text: deliveries[value],
            hint: copy.deliveryHints[value],
          }))}
        />
      }
    />
  );
}

/** The reason, and of adults the social media link. */
export function ReasonSection({ form, isMinor }: { form: HelpFormState; isMinor: boolean }) {
  const rows = isMinor ? reasonRows : [...reasonRows, ...socialsRows];
  return <HelpSection title={copy.sections.reason} form={form} rows={rows} />;
}

interface FieldsProps {
  form: HelpFormState;
  /** Differences from {@link helpFields}. */
  changes?: Partial<Record<HelpFieldName, Partial<HelpField>>>;
}

interface HelpSectionProps extends FieldsProps {
  title: string;
  rows: HelpRows;
  /** Shown before and after the rows. */
  before?: ReactNode;
  after?: ReactNode;
}

/** A part of the request form with its fields. */
function HelpSection({ title, rows, before, after, ...fields }: HelpSectionProps) {
  return (
    <fieldset className={styles.part}>
      <legend>{title}</legend>
      {before}
      {rows.map((row) => {
        const controls = row.map((name) => <HelpControl key={name} name={name} {...fields} />);
        return row.length === 1 ? (
          controls
        ) : (
          <div key={row.join()} className="fields-2">
            {controls}
          </div>
        );
      })}
      {after}
    </fieldset>
  );
}

function HelpControl({ name, form, changes = {} }: FieldsProps & { name: HelpFieldName }) {
  const { control, label, hint, input, unit, maxWords } = { ...helpFields[name], ...changes[name] };
  const state = form.field(name);
  const texts = { id: state.id, label, hint, error: state.error };
  if (control === 'password') return <PasswordField {...state} {...input} {...texts} />;
  if (maxWords === undefined && !unit) return <TextField {...state} {...input} {...texts} />;
  const { error: _, ...props } = state;
  if (maxWords !== undefined)
    return (
      <Field {...texts} hint={<WordCount hint={hint} words={countWords(props.value)} most={maxWords} />}>
        {(attributes) => <textarea {...props} {...attributes} className="input" rows={5} />}
      </Field>
    );
  return (
    <Field {...texts}>
      {(attributes) => (
        <span className="input-joined">
          <input {...props} {...input} {...attributes} className="input" />
          {unit && <UnitChoice form={form} name={unit} field={{ ...helpFields[unit], ...changes[unit] }} />}
        </span>
      )}
    </Field>
  );
}

/** The choice that is joined to a number; its label is for screen readers. */
function UnitChoice(props: { form: HelpFormState; name: HelpFieldName; field: HelpField }) {
  const { label, options = [], textOf = String } = props.field;
  const { error: _, ...state } = props.form.field(props.name);
  return (
    <select {...state} className="input" aria-label={label}>
      {options.map((option) => (
        <option key={option} value={option}>
          {textOf(option)}
        </option>
      ))}
    </select>
  );
}

/** The hint of a text with its live word count, which matches the server's. */
function WordCount({ hint, words, most }: { hint: ReactNode; words: number; most: number }) {
  return (
    <span className="row row-apart">
      <span>{hint}</span>
      <span className={`${styles.counter} ${words > most ? styles.over : ''}`}>
        {copy.words(words, most)}
      </span>
    </span>
  );
}
