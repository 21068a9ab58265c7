import type { FieldErrors, FieldValues } from 'react-hook-form';
import type { FormProblem } from './ErrorSummary.tsx';

/** Returns the id of a form's control for a dotted field name: `('help', 'course.price')` → `help-course-price`. */
export function controlId(form: string, name: string): string {
  return `${form}-${name.replaceAll('.', '-')}`;
}

/** Returns the errors of react-hook-form in the order of `names` (screen order). */
export function problemsOf<F extends FieldValues>(
  form: string,
  names: readonly string[],
  errors: FieldErrors<F>,
): FormProblem[] {
  const problems: FormProblem[] = [];
  for (const name of names) {
    const message = messageAt(errors, name);
    if (message) problems.push({ id: controlId(form, name), message });
  }
  return problems;
}

/** Returns react-hook-form's message for a dotted field name. */
export function messageAt<F extends FieldValues>(errors: FieldErrors<F>, name: string): string | undefined {
  let node: unknown = errors;
  for (const part of name.split('.')) {
    node = node && typeof node === 'object' ? (node as Record<string, unknown>)[part] : undefined;
  }
  const message = node && typeof node === 'object' ? (node as { message?: unknown }).message : undefined;
  return typeof message === 'string' && message ? message : undefined;
}
