const MAX_LENGTH = 500;
// Limits the time of the search for secrets, of text that others wrote.
const MAX_SEARCHED = 10_000;

const secrets: readonly [RegExp, string][] = [
  [/:\/\/[^\s/@]+@/g, '://…@'],
  [/\b(sk|pk)_\w+/g, '$1_…'],
  [/\b(Bearer|Basic)\s+\S+/gi, '$1 …'],
];
// Matches words without an address as well: looking for the @ from each of their characters would take quadratic time.
const words = /[^\s@<>"'(),;:/…]+(?:@[^\s@<>"'(),;:/…]+)?/g;

/** Describes an error in one line for logs and tables: at most 500 characters, no keys, passwords or e-mail addresses. */
export function describeError(error: unknown): string {
  const line = error instanceof Error ? `${error.name}: ${messageOf(error)}` : String(error);
  return hideSecrets(cutAtSpace(line)).replace(/\s+/g, ' ').slice(0, MAX_LENGTH);
}

function hideSecrets(line: string): string {
  const clean = secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
  return clean.replace(words, (word) => (word.includes('@') ? '…@…' : word));
}

// Drops what the limit splits: half a password or address would not be recognised.
function cutAtSpace(line: string): string {
  if (line.length <= MAX_SEARCHED) return line;
  const whole = /^.*\s/s.exec(line.slice(0, MAX_SEARCHED));
  return `${whole?.[0] ?? ''}…`;
}

// A failed connection to a host name with several addresses is an AggregateError without a message.
function messageOf(error: Error): string {
  if (error.message || !(error instanceof AggregateError)) return error.message;
  return error.errors.map((cause) => (cause instanceof Error ? cause.message : String(cause))).join('; ');
}
