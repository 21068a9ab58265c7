const MAX_LENGTH = 500;

const secrets: readonly [RegExp, string][] = [
  [/:\/\/[^\s/@]+@/g, '://…@'],
  [/\b(sk|pk)_\w+/g, '$1_…'],
  [/\b(Bearer|Basic)\s+\S+/gi, '$1 …'],
  [/[^\s@<>"'(,;:/…]+@[^\s@<>"'),;:/]+/g, '…@…'],
];

/** Describes an error in one line for logs and tables: at most 500 characters, no keys, passwords or e-mail addresses. */
export function describeError(error: unknown): string {
  const line = error instanceof Error ? `${error.name}: ${messageOf(error)}` : String(error);
  const clean = secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
  return clean.replace(/\s+/g, ' ').slice(0, MAX_LENGTH);
}

// A failed connection to a host name with several addresses is an AggregateError without a message.
function messageOf(error: Error): string {
  if (error.message || !(error instanceof AggregateError)) return error.message;
  return error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; ');
}
