/**
 * Parses JSON. A whole number above 2^53, which a Number would round, becomes text: the provider's ids have 64 bits.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, keepDigits);
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;
}
