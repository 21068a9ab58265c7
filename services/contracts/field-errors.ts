import type * as z from 'zod/mini';

// The library's words about a type that no form sends and no contract has words for.
const unexplained = /^Invalid input/;

/** Returns the first error of each field by its dotted path, as in an error response. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.') || 'form';
    errors[path] ??= unexplained.test(issue.message)
      ? 'This cannot be read. Please check it.'
      : issue.message;
  }
  return errors;
}
