/** App icons by file name: size in pixels, and whether the icon is maskable. */
export const icons = {
  'icon-192': { size: 192, isMaskable: false },
  'icon-512': { size: 512, isMaskable: false },
  'icon-maskable-512': { size: 512, isMaskable: true },
  'apple-touch-icon': { size: 180, isMaskable: true },
} as const;
