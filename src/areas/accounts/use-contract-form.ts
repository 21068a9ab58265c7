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
  /** Prefix of the control ids. */
  id: string;
  resolver: Resolver<FormInput, unknown, FormOutput>;
  /** Field names in visual order. */
  names: readonly FieldPath<FormInput>[];
  defaults: DefaultValues<FormInput>;
}

interface SubmitOptions<FormOutput> {
  send: (values: FormOutput) => Promise<void>;
  /** Message when a field is invalid. */
  incomplete: string;
  /** Message when the server gave no reason. */
  failed: string;
  /** Validates controls outside the form schema; may mark them. */
  areOtherFieldsValid?: () => boolean;
  /** Receives the server's messages by field, for controls outside the form schema. */
  onServerErrors?: (errors: Readonly<Record<string, string>>) => void;
}

/**
 * A form validated by its contract's schema. Errors are shown beside their fields and in a summary, an error
 * without a field in `problem`, and the input is kept.
 */
export function useContractForm<FormInput extends FieldValues, FormOutput>(
  options: ContractFormOptions<FormInput, FormOutput>,
) {
  const { id, names } = options;
  const form = useForm<FormInput, unknown, FormOutput>({
    resolver: options.resolver,
    defaultValues: options.defaults,
    mode: 'onTouched',
    // An error that appears between mouse down and mouse up would move the button away from the pointer.
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
    /** The error that belongs to no field. */
    problem,
    isSubmitting,
    /** The errors of all fields, in visual order. */
    problems: problemsOf(id, names, errors),
    /** Props of a control. */
    field: (name: FieldPath<FormInput>) => ({
      ...form.register(name),
      id: controlId(id, name),
      error: messageAt(errors, name),
    }),
  };
}
