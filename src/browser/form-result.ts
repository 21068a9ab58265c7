import { ApiError } from './api.ts';

/** The outcome of a form submission: a message, and messages by field for invalid input. */
export interface FormResult {
  isDone: boolean;
  message: string;
  errors?: Readonly<Record<string, string>>;
}

/** Converts the outcome of an API call to a form result; `fallback` is used without a message from the server. */
export async function formResult(
  response: Promise<{ message: string }>,
  fallback: string,
): Promise<FormResult> {
  try {
    return { isDone: true, message: (await response).message };
  } catch (error) {
    if (!(error instanceof ApiError)) return { isDone: false, message: fallback };
    return { isDone: false, message: error.message || fallback, errors: error.errors };
  }
}
