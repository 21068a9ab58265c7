const factors: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

/**
 * Parses a number of a file: "1,299.00", "$5", "5.3k" (thousand), "1.2M" (million). Returns undefined for an empty value
 * and for 0 or "Free"; returns anything else unchanged, and the schema rejects it.
 */
export function readNumber(value: unknown): unknown {
  if (value === undefined || value === 0) return undefined;
  if (typeof value !== 'string') return value;
  const text = value.trim().replace(/^[$€£₦]\s*/, '');
  if (text === '' || /^(free|not available|n\/a|-)$/i.test(text)) return undefined;
  const [, digits = text, suffix = ''] = /^([\d.,]+) ?([km])$/i.exec(text) ?? [];
  const plain = Number(/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits) ? digits.replaceAll(',', '') : digits);
  // Rounded to cents: 1.15 times 1,000,000 is not exactly 1,150,000 in binary.
  const number = suffix ? Math.round(plain * (factors[suffix.toLowerCase()] ?? 1) * 100) / 100 : plain;
  if (number === 0) return undefined;
  return Number.isNaN(number) ? value : number;
}
