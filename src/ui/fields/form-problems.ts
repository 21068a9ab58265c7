import type { FieldErrors, FieldValues } from 'react-hook-form';
import type { FormProblem } from './ErrorSummary.tsx';

/** The id of a form's control from the field's dotted name: `('help', 'course.price')` → `help-course-price`. */
export function controlId(form: string, name: string): string {
  return `${form}-${name.replaceAll('.', '-')}`;
}

/** The problems that react-hook-form holds, in the order of `names` (the order on the screen). */
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

/** The message that react-hook-form holds for a dotted name. */
export function messageAt<F extends FieldValues>(errors: FieldErrors<F>, name: string): string | undefined {
  let node: unknown = errors;
  for (const part of name.split('.')) {
    node = node && typeof node === 'object' ? (node as Record<string, unknown>)[part] : undefined;
  }
  const message = node && typeof node === 'object' ? (node as { message?: unknown }).message : undefined;
  return typeof message === 'string' && message ? message : undefined;
}
