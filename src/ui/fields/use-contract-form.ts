import { type SubmitEvent, useCallback, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { fieldErrors } from '#contracts/field-errors.ts';
import { ApiError, messageOf, NetworkError } from '../../browser/api.ts';
import { LoadError, loadPart } from '../../browser/load-part.ts';
import { lostCopy } from '../../browser/lost.copy.ts';
import { toastError } from '../../browser/toast.ts';
import {
  controlId,
  type FieldErrors,
  type FieldName,
  messageAt,
  problemsOf,
  textAt,
  valueAt,
  withValue,
} from './form-values.ts';

// An error that appears between mouse down and mouse up would move the button away from the pointer.
const errorDelayMs = 250;

interface ContractFormOptions<Values extends object, Schema extends z.ZodMiniType> {
  /** Prefix of the control ids. */
  id: string;
  /**
   * Imports the schema that validates what `toInput` returns, or the values themselves. It is loaded with the first change: the validation is
   * 10 kB of code, which no page needs to be shown. Another function, such as that of another age, has its own schema loaded.
   */
  loadSchema: () => Promise<Schema>;
  initial: Values;
  /** Field names in visual order; by default those of `initial`. */
  names?: readonly FieldName<Values>[];
  /** Maps the typed values to the input of the schema. */
  toInput?: (values: Values) => unknown;
  /** A form without an error summary: validates on submit only, and focuses the first invalid field itself. */
  isShort?: boolean;
}

interface SubmitOptions<Output> {
  /** Sends the parsed values; a thrown error is shown. */
  send: (parsed: Output) => Promise<void>;
  /** Message when a field is invalid; by default the first error. */
  incomplete?: string;
  /** Message when the server gave no reason. */
  failed: string;
  /** Failures that are also shown as a toast; all by default. */
  toasts?: 'all' | 'of server' | 'none';
  /** Validates controls outside the form schema; may mark them. */
  areOtherFieldsValid?: () => boolean;
  /** Receives the server's messages by field, for controls outside the form schema. */
  onServerErrors?: (errors: FieldErrors) => void;
}

// Without a connection another press suffices; otherwise a browser may keep the failed import.
const whyNotChecked = () => (navigator.onLine ? lostCopy.lost : new NetworkError().message);

function errorsOf({ error }: z.core.util.SafeParseResult<unknown>): FieldErrors {
  return error ? fieldErrors(error) : {};
}

/**
 * The state of a form that is validated by a contract's schema. A field shows its error once it has been left, or after
 * an attempt to submit; an error without a field is in `problem`. The input is kept when the request fails.
 */
export function useContractForm<Values extends object, Schema extends z.ZodMiniType>(
  options: ContractFormOptions<Values, Schema>,
) {
  const { id, isShort = false } = options;
  const names = options.names ?? (Object.keys(options.initial) as FieldName<Values>[]);
  const [values, setValues] = useState(options.initial);
  const [checked, setChecked] = useState<readonly string[]>([]);
  const [serverErrors, setServerErrors] = useState<FieldErrors>({});
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [isSubmitting, setSubmitting] = useState(false);
  // A second submit can arrive before the busy state is rendered.
  const isSending = useRef(false);

  const { loadSchema } = options;
  const [loaded, setLoaded] = useState<{ by: typeof loadSchema; schema: Schema }>();
  const schema = loaded?.by === loadSchema ? loaded.schema : undefined;
  const loading = useRef(new Map<typeof loadSchema, Promise<Schema>>());
  const load = () => {
    const before = loading.current.get(loadSchema);
    if (before) return before;
    const started = loadPart(loadSchema).then(
      (result) => {
        setLoaded({ by: loadSchema, schema: result });
        return result;
      },
      (error) => {
        loading.current.delete(loadSchema);
        throw error;
      },
    );
    loading.current.set(loadSchema, started);
    return started;
  };
  // What fails here is loaded again, and reported, when the form is submitted.
  const prepare = () => void load().catch(() => undefined);

  const validate = (by: Schema) => by.safeParse(options.toInput?.(values) ?? values);
  const invalid = schema ? errorsOf(validate(schema)) : {};
  const shown: FieldErrors = Object.fromEntries(
    names.map((name) => [name, (checked.includes(name) && messageAt(invalid, name)) || serverErrors[name]]),
  );

  const set = useCallback((name: FieldName<Values>, value: unknown) => {
    setValues((now) => withValue(now, name, value));
    setServerErrors(({ [name as string]: _, ...others }) => others);
  }, []);
  const change = (name: FieldName<Values>, value: unknown) => {
    // An island that mounts types into its fields again what they have.
    if (value !== valueAt(values, name)) prepare();
    set(name, value);
  };
  const leave = (name: FieldName<Values>) => {
    prepare();
    if (!isShort) setTimeout(() => setChecked((now) => [...now, name]), errorDelayMs);
  };

  const reportFailure = (message: string, errors: FieldErrors, isToasted: boolean) => {
    setAttempt((count) => count + 1);
    const first = names.find((name) => messageAt(errors, name));
    if (isShort && first) document.getElementById(controlId(id, first))?.focus();
    if (isToasted) toastError(message);
  };

  const rejectFields = (errors: FieldErrors, { incomplete, failed, toasts }: SubmitOptions<never>) => {
    setChecked(names);
    const message = incomplete ?? Object.values(errors)[0] ?? failed;
    reportFailure(message, errors, (toasts ?? 'all') === 'all');
  };

  const showServerError = (error: unknown, { failed, toasts, onServerErrors }: SubmitOptions<never>) => {
    const errors = error instanceof ApiError ? error.errors : {};
    const known = names.flatMap((name) => {
      const message = messageAt(errors, name);
      return message ? [[name, message]] : [];
    });
    setServerErrors(Object.fromEntries(known));
    onServerErrors?.(errors);
    const other = known.length === 0 && !onServerErrors ? Object.values(errors)[0] : undefined;
    const message = other ?? (error instanceof LoadError ? whyNotChecked() : messageOf(error, failed));
    if (known.length === 0) setProblem(message);
    reportFailure(message, errors, toasts !== 'none');
  };

  const submit = (submission: SubmitOptions<z.output<Schema>>) => async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending.current) return;
    setProblem(undefined);
    const areOthersValid = submission.areOtherFieldsValid?.() ?? true;
    isSending.current = true;
    setSubmitting(true);
    try {
      const result = validate(schema ?? (await load()));
      if (!result.success || !areOthersValid) return rejectFields(errorsOf(result), submission);
      setServerErrors({});
      await submission.send(result.data);
    } catch (error) {
      showServerError(error, submission);
    } finally {
      isSending.current = false;
      setSubmitting(false);
    }
  };

  const control = (name: FieldName<Values>) => ({
    id: controlId(id, name),
    name,
    error: shown[name],
    onBlur: () => leave(name),
  });
  return {
    values,
    set,
    submit,
    attempt,
    isSubmitting,
    /** The error that belongs to no field. */
    problem,
    setProblem,
    /** Shows the server's message beside a field until its value changes. */
    setServerError: (name: FieldName<Values>, message: string) =>
      setServerErrors((now) => ({ ...now, [name as string]: message })),
    /** The errors of all fields, in visual order. */
    problems: problemsOf(id, names, shown),
    /** Props of a text control, select or radio group. */
    field: (name: FieldName<Values>) => ({
      ...control(name),
      value: textAt(values, name),
      onChange: (event: { target: { value: string } }) => change(name, event.target.value),
    }),
    /** Props of a checkbox. */
    checkbox: (name: FieldName<Values>) => ({
      ...control(name),
      checked: valueAt(values, name) === true,
      onChange: (event: { target: { checked: boolean } }) => change(name, event.target.checked),
    }),
  };
}
