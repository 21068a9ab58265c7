/** Returns the first word of the full name, used in greetings. */
export function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/)[0] ?? '';
}

/** Returns first name and last initial, for viewers who may not see the full name: "Ada Obi" → "Ada O.". */
export function maskedName(fullName: string): string {
  const words = fullName.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return last ? `${words[0]} ${[...last][0]?.toLocaleUpperCase()}.` : (words[0] ?? '');
}
