/** Other sites with a profile of the installation, in the order of the footer. */
export const socialSites = ['X', 'LinkedIn', 'Facebook'] as const;
export type SocialSite = (typeof socialSites)[number];

/** Names, addresses and look of an installation, from the settings `BRAND_…` (decision 110). */
export interface Brand {
  name: string;
  /** The name in lower-case letters, digits and hyphens: for file names, rooms, and identifiers in calendars. */
  slug: string;
  legalName: string;
  tagline: string;
  copyrightYear: number;
  email: { contact: string; support: string };
  aboutUrl: string | undefined;
  social: Partial<Record<SocialSite, string>>;
  /** Path of a square SVG or PNG, relative to the working directory; only the build of the pages reads it. */
  logo: string | undefined;
  /** Colour of buttons and links as `#rrggbb`; undefined for the colour in `tokens.css`. */
  accent: string | undefined;
  receiptFooter: string;
}

/** The part of it in scripts of pages. */
export type BrandInScripts = Pick<Brand, 'name' | 'slug' | 'email'>;

/** The part of it in Astro files and images of the build only. */
export interface BrandOfSite
  extends Pick<Brand, 'legalName' | 'tagline' | 'copyrightYear' | 'aboutUrl' | 'social'> {
  /** Replaces the drawn logo: a square PNG in base64. */
  logo: string | undefined;
  /** The name as SVG path, with its width; 100 units per em, the baseline at 100. */
  nameOutlines: { d: string; width: number };
}
