const grouped = /^\d{1,3}([,\s]\d{3})+(\.\d+)?$/;
const plain = /^-?\d+([.,]\d+)?$/;

/**
 * Parses a typed number: "20,000", "20 000", "19.99", and "19,99" with a decimal comma. Returns NaN for anything else,
 * because an ambiguous number must not become a different price.
 */
export function parseTypedNumber(typed: string): number {
  const text = typed.trim();
  if (grouped.test(text)) return Number(text.replace(/[,\s]/g, ''));
  return plain.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}
