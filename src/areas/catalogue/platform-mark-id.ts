/** Platforms with a mark of their own, as the catalogue writes them; some marks stand for a family. */
export const markedPlatforms = [
  'Cisco Networking Academy',
  'Codecademy',
  'Coursera',
  'DataCamp',
  'edX',
  'freeCodeCamp',
  'FutureLearn',
  'HubSpot Academy',
  'Hugging Face',
  'Khan Academy',
  'Linux Foundation',
  'Pluralsight',
  'The Odin Project',
  'Udacity',
  'Udemy',
] as const;

/** The id of a platform's mark in the page's sprite; undefined when it has none. */
export function platformMarkId(platform: string): string | undefined {
  const name = platform.toLowerCase();
  const known = markedPlatforms.find((one) => one.toLowerCase() === name);
  return known && `mark-${known.toLowerCase().replace(/[^a-z]/g, '')}`;
}
