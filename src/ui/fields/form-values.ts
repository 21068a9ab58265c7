import type { FormProblem } from './ErrorSummary.tsx';

/** Names of the fields of a form; a field of a nested object has a dotted name: `course.price`. */
export type FieldName<Values> = {
  [K in keyof Values & string]: Values[K] extends string | boolean | readonly unknown[]
    ? K
    : `${K}.${keyof Values[K] & string}`;
}[keyof Values & string];

/** Messages by the dotted path of their field. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

/** Returns the id of a form's control for a dotted field name: `('help', 'course.price')` → `help-course-price`. */
export function controlId(form: string, name: string): string {
  return `${form}-${name.replaceAll('.', '-')}`;
}

/** Returns the errors in the order of `names` (screen order). */
export function problemsOf(form: string, names: readonly string[], errors: FieldErrors): FormProblem[] {
  return names.flatMap((name) => {
    const message = errors[name];
    return message ? [{ id: controlId(form, name), message }] : [];
  });
}

/** Returns the message of a field, or of a part of it: an error at `recipients.2` belongs to `recipients`. */
export function messageAt(errors: FieldErrors, name: string): string | undefined {
  return errors[name] ?? Object.entries(errors).find(([path]) => path.startsWith(`${name}.`))?.[1];
}

/** Returns the value of a field; undefined when it or the object around it is missing. */
export function valueAt(values: object, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((node, part) => (node as Record<string, unknown> | null | undefined)?.[part], values);
}

/** Returns the value of a field as the text of its control; empty when it is not a scalar. */
export function textAt(values: object, name: string): string {
  const value = valueAt(values, name);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

/** Returns the values with one field replaced. */
export function withValue<Values extends object>(values: Values, name: string, value: unknown): Values {
  const [first = '', rest] = name.split('.');
  const inner = (values as Record<string, object>)[first];
  return { ...values, [first]: rest && inner ? withValue(inner, rest, value) : value };
}
