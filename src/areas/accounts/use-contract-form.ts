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

const errorDelayMs = 250;

interface ContractFormOptions<FormInput extends FieldValues, FormOutput> {
  /** Prefix of the ids of its controls. */
  id: string;
  resolver: Resolver<FormInput, unknown, FormOutput>;
  /** Fields in the order of the screen. */
  names: readonly FieldPath<FormInput>[];
  defaults: DefaultValues<FormInput>;
}

interface SubmitOptions<FormOutput> {
  send: (values: FormOutput) => Promise<void>;
  /** Said when a field is wrong. */
  incomplete: string;
  /** Said when the server gave no reason. */
  failed: string;
  /** Whether what is beside the fields is right, too; may mark it. */
  areOtherFieldsValid?: () => boolean;
  /** The server's sentences by field, for what is beside the fields. */
  onServerErrors?: (errors: Readonly<Record<string, string>>) => void;
}

/**
 * A form that its contract checks, in the browser as on the server: problems stand beside their fields and in a
 * summary, a refusal without a field stands in `problem`, and nothing typed is lost.
 */
export function useContractForm<FormInput extends FieldValues, FormOutput>(
  options: ContractFormOptions<FormInput, FormOutput>,
) {
  const { id, names } = options;
  const form = useForm<FormInput, unknown, FormOutput>({
    resolver: options.resolver,
    defaultValues: options.defaults,
    mode: 'onTouched',
    // A sentence that appears while a button is pressed would move the button away from under the pointer.
    delayError: errorDelayMs,
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = form.formState;
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string>();

  const reportFailure = (message: string) => {
    setAttempt((count) => count + 1);
    toastError(message);
  };

  const showServerError = (error: unknown, { failed, onServerErrors }: SubmitOptions<FormOutput>) => {
    const fieldErrors = error instanceof ApiError ? error.errors : {};
    const invalid = names.filter((name) => fieldErrors[name]);
    for (const name of invalid) form.setError(name, { message: fieldErrors[name] ?? failed });
    onServerErrors?.(fieldErrors);
    const message = messageOf(error, failed);
    if (invalid.length === 0) setProblem(message);
    reportFailure(message);
  };

  const submit = (submission: SubmitOptions<FormOutput>) =>
    form.handleSubmit(
      async (values) => {
        setProblem(undefined);
        if (submission.areOtherFieldsValid?.() === false) return reportFailure(submission.incomplete);
        await submission.send(values).catch((error: unknown) => showServerError(error, submission));
      },
      () => {
        setProblem(undefined);
        submission.areOtherFieldsValid?.();
        reportFailure(submission.incomplete);
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
    field: (name: FieldPath<FormInput>) => ({
      ...form.register(name),
      id: controlId(id, name),
      error: messageAt(errors, name),
    }),
  };
}
