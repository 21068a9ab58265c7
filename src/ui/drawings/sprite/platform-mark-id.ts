/** Platforms with a logo, spelled as in the catalogue; some show the logo of their parent organization. */
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

/** Returns the id of a platform's logo in the sprite; undefined when it has none. */
export function platformMarkId(platform: string): string | undefined {
  const name = platform.toLowerCase();
  const known = markedPlatforms.find((marked) => marked.toLowerCase() === name);
  return known && `mark-${known.toLowerCase().replace(/[^a-z]/g, '')}`;
}
