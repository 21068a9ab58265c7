import { ApiError } from './api.ts';

/** What became of a form: a sentence, and one sentence a field where something is wrong. */
export interface FormResult {
  isDone: boolean;
  message: string;
  errors?: Readonly<Record<string, string>>;
}

/** What a call that answers with a sentence means for the form that made it; `fallback` when it got none. */
export async function formResult(sent: Promise<{ message: string }>, fallback: string): Promise<FormResult> {
  try {
    return { isDone: true, message: (await sent).message };
  } catch (error) {
    if (!(error instanceof ApiError)) return { isDone: false, message: fallback };
    return { isDone: false, message: error.message || fallback, errors: error.errors };
  }
}
