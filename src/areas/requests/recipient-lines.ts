import { limits } from '#contracts/limits.ts';

/** A line of the list of recipients; the key stays with it while others come and go. */
export interface RecipientLine {
  key: number;
  email: string;
}

/**
 * The addresses of a text as people paste it: separated by commas, semicolons, spaces or lines, also in the form
 * `Ada Obi <ada@people.example>`. What is no address stays, so that it is seen and can be mended.
 */
export function splitAddresses(text: string): string[] {
  const pieces = text.split(/[\s,;]+/).map((piece) => piece.replace(/^[<("']+|[>)"'.]+$/g, ''));
  const filled = pieces.filter(Boolean);
  // Beside a name in front of <…>, the words without an @ are the name.
  return /<[^>]*@/.test(text) ? filled.filter((piece) => piece.includes('@')) : filled;
}

/** What pasting made of the lines: the new ones, and how many doubles and how many too many were left out. */
export interface PasteResult {
  lines: RecipientLine[];
  doubles: number;
  leftOut: number;
}

/** Puts pasted addresses in the place of one line: doubles once, and no more lines than people may be invited. */
export function pasteAddresses(
  lines: readonly RecipientLine[],
  at: number,
  addresses: readonly string[],
  newKey: () => number,
): PasteResult {
  const others = lines.filter((line) => line.key !== at && line.email.trim());
  const known = new Set(others.map((line) => fold(line.email)));
  const fresh = [...new Set(addresses.map(fold))].filter((email) => !known.has(email));
  const room = Math.max(0, limits.recipients - others.length);
  const added = fresh.slice(0, room).map((email) => ({ key: newKey(), email }));
  const place = lines.findIndex((line) => line.key === at);
  const isOther = (line: RecipientLine) => others.includes(line);
  const all = [...lines.slice(0, place).filter(isOther), ...added, ...lines.slice(place).filter(isOther)];
  return { lines: all, doubles: addresses.length - fresh.length, leftOut: fresh.length - added.length };
}

function fold(email: string): string {
  return email.trim().toLowerCase();
}
