/** The name a person is greeted by: the first word of the full name. */
export function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/)[0] ?? '';
}

/** First name and initial of the last, for those who may not know who it is: "Ada Obi" → "Ada O.". */
export function maskedName(fullName: string): string {
  const words = fullName.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return last ? `${words[0]} ${[...last][0]?.toLocaleUpperCase()}.` : (words[0] ?? '');
}
