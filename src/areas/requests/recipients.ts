import { limits } from '#contracts/limits.ts';

/** A line of the recipient list with a stable React key. */
export interface RecipientLine {
  key: number;
  email: string;
}

/**
 * Splits pasted text into addresses separated by commas, semicolons, spaces or line breaks, also in the form `Ada Obi
 * <ada@people.example>`. Invalid pieces are kept, so that the user can correct them.
 */
export function splitAddresses(text: string): string[] {
  const pieces = text.split(/[\s,;]+/).map((piece) => piece.replace(/^[<("']+|[>)"'.]+$/g, ''));
  const filled = pieces.filter(Boolean);
  // With `Name <address>`, pieces without an @ belong to the name.
  return /<[^<>]*@/.test(text) ? filled.filter((piece) => piece.includes('@')) : filled;
}

/**
 * Replaces one line by pasted addresses, without duplicates and up to the maximum number of recipients. Returns the new
 * lines, and how many duplicates and surplus addresses were dropped.
 */
export function pasteAddresses(
  lines: readonly RecipientLine[],
  at: number,
  addresses: readonly string[],
  newKey: () => number,
) {
  const others = lines.filter((line) => line.key !== at && line.email.trim());
  const known = new Set(others.map((line) => normalizeEmail(line.email)));
  const unique = [...new Set(addresses.map(normalizeEmail))].filter((email) => !known.has(email));
  const remaining = Math.max(0, limits.recipients - others.length);
  const added = unique.slice(0, remaining).map((email) => ({ key: newKey(), email }));
  const place = lines.findIndex((line) => line.key === at);
  const isOther = (line: RecipientLine) => others.includes(line);
  const all = [...lines.slice(0, place).filter(isOther), ...added, ...lines.slice(place).filter(isOther)];
  return { lines: all, doubles: addresses.length - unique.length, leftOut: unique.length - added.length };
}

function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
