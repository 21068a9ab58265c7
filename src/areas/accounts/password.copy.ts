/** Texts of the fields for a new password. They advise and never block. */
export const passwordCopy = {
  label: 'How hard it is to guess',
  empty: 'At least 8 characters. A few unrelated words work well.',
  short: (missing: number) => `${missing} more ${missing === 1 ? 'character' : 'characters'} to go.`,
  known: 'This is close to your email or to our name. Somebody who knows you would try it early.',
  common: 'Many people use this one, so it is tried first. A few unrelated words work better.',
  runs: 'Rows of keys and repeats are tried early. Mix in something else.',
  digits: 'Only digits go quickly. A word or two make it much harder.',
  weak: 'A start. Another word would make it much harder to guess.',
  fair: 'Good. One more word, and it is hard to guess.',
  hard: 'Hard to guess. Well done.',
  mismatch: 'Passwords do not match.',
} as const;
