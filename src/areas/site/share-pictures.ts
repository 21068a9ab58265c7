/** Link preview images by name, with the seed of their pattern. */
export const shareCloths = {
  home: 'kente',
  explore: 'explore',
  'coming-soon': 'coming soon',
  'user-auth': 'indigo',
  terms: 'river',
  privacy: 'courage',
} as const;

/** Name of one of the {@link shareCloths}. */
export type ShareCloth = keyof typeof shareCloths;

/** Image size in pixels that social networks recommend. */
export const shareSize = { width: 1200, height: 630 } as const;

/** Returns the path of a link preview image. */
export function sharePath(cloth: ShareCloth): string {
  return `/share/${cloth}.png`;
}
