const unanswered = new Map<string, string>();

/**
 * Returns the `Idempotency-Key` of a call with this input: the one of an earlier attempt whose outcome is not known,
 * otherwise a new one. An edited form is another input.
 */
export function keyFor(attempt: string): string {
  const key = unanswered.get(attempt) ?? newKey();
  unanswered.set(attempt, key);
  return key;
}

/** Forgets the key of a call whose outcome is known: the same input sent again is meant as another one. */
export function forgetKey(attempt: string): void {
  unanswered.delete(attempt);
}

// Not randomUUID, which browsers offer on https and localhost only.
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
