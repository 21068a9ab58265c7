const grouped = /^\d{1,3}([,\s]\d{3})+(\.\d+)?$/;
const plain = /^-?\d+([.,]\d+)?$/;

/**
 * A number as people type it: "20,000", "20 000", "19.99", and "19,99" where the comma stands for the point. NaN for
 * anything else: what could be read in two ways must not become another price.
 */
export function parseTypedNumber(typed: string): number {
  const text = typed.trim();
  if (grouped.test(text)) return Number(text.replace(/[,\s]/g, ''));
  return plain.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}
