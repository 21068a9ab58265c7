import { useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  useForm,
} from 'react-hook-form';
import { ApiError, messageOf } from '../../browser/api.ts';
import { toastError } from '../../browser/toast.ts';
import { controlId, messageAt, problemsOf } from '../../ui/fields/form-problems.ts';

const untilPressedMs = 250;

interface CheckedFormOptions<Typed extends FieldValues, Filled> {
  /** Prefix of the ids of its controls. */
  id: string;
  resolver: Resolver<Typed, unknown, Filled>;
  /** Fields in the order of the screen. */
  names: readonly FieldPath<Typed>[];
  defaults: DefaultValues<Typed>;
}

interface Sending<Filled> {
  send: (filled: Filled) => Promise<void>;
  /** Said when a field is wrong. */
  incomplete: string;
  /** Said when the server gave no reason. */
  failed: string;
  /** Whether what is beside the fields is right, too; may mark it. */
  isRestRight?: () => boolean;
  /** The server's sentences by field, for what is beside the fields. */
  onRefused?: (errors: Readonly<Record<string, string>>) => void;
}

/**
 * A form that its contract checks, in the browser as on the server: problems stand beside their fields and in a
 * summary, a refusal without a field stands in `problem`, and nothing typed is lost.
 */
export function useContractForm<Typed extends FieldValues, Filled>(
  options: CheckedFormOptions<Typed, Filled>,
) {
  const { id, names } = options;
  const form = useForm<Typed, unknown, Filled>({
    resolver: options.resolver,
    defaultValues: options.defaults,
    mode: 'onTouched',
    // A sentence that appears while a button is pressed would move the button away from under the pointer.
    delayError: untilPressedMs,
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = form.formState;
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string>();

  const refuse = (message: string) => {
    setAttempt((count) => count + 1);
    toastError(message);
  };

  const takeRefusal = (error: unknown, { failed, onRefused }: Sending<Filled>) => {
    const refused = error instanceof ApiError ? error.errors : {};
    const known = names.filter((name) => refused[name]);
    for (const name of known) form.setError(name, { message: refused[name] ?? failed });
    onRefused?.(refused);
    const message = messageOf(error, failed);
    if (known.length === 0) setProblem(message);
    refuse(message);
  };

  const submit = (sending: Sending<Filled>) =>
    form.handleSubmit(
      async (filled) => {
        setProblem(undefined);
        if (sending.isRestRight?.() === false) return refuse(sending.incomplete);
        await sending.send(filled).catch((error: unknown) => takeRefusal(error, sending));
      },
      () => {
        setProblem(undefined);
        sending.isRestRight?.();
        refuse(sending.incomplete);
      },
    );

  return {
    ...form,
    submit,
    attempt,
    /** What went wrong beside the fields. */
    problem,
    isSubmitting,
    /** The problems of all fields, in order. */
    problems: problemsOf(id, names, errors),
    /** What a control needs. */
    field: (name: FieldPath<Typed>) => ({
      ...form.register(name),
      id: controlId(id, name),
      error: messageAt(errors, name),
    }),
  };
}
