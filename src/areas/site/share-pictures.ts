/** Pictures that show when a page is shared, by name: the word that its cloth is woven from. */
export const shareCloths = {
  home: 'kente',
  explore: 'explore',
  'coming-soon': 'coming soon',
  'user-auth': 'indigo',
  terms: 'river',
  privacy: 'courage',
} as const;

/** Name of a picture from {@link shareCloths}. */
export type ShareCloth = keyof typeof shareCloths;

/** Size of the pictures in pixels, as the networks ask for it. */
export const shareSize = { width: 1200, height: 630 } as const;

/** Where a picture is found. */
export function sharePath(cloth: ShareCloth): string {
  return `/share/${cloth}.png`;
}
