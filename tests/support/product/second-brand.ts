/** Settings of another brand than that of a sandbox without settings. */
export const secondBrand = {
  BRAND_NAME: 'Hope Line Africa',
  BRAND_LEGAL_NAME: 'Hope Line Foundation',
  BRAND_TAGLINE: 'Every course within reach',
  BRAND_COPYRIGHT_YEAR: '2026',
  BRAND_CONTACT_EMAIL: 'hello@hopeline.test',
  BRAND_SUPPORT_EMAIL: 'help@hopeline.test',
  BRAND_ABOUT_URL: 'https://hopeline.test/about',
  BRAND_LINKEDIN_URL: 'https://www.linkedin.com/company/hopeline-test',
  BRAND_ACCENT: '#7a1f5c',
  BRAND_RECEIPT_FOOTER: 'Registered charity 12345.',
} as const;

/** Names of the code, which every installation has: keys of browser storage, caches, a preset of imports, and cookies, which the privacy page names. */
const namesOfCode =
  /(?<=["'`])courselift(?:\.\w*\.?|-google|-browser=?|-fair(?:=on)?|-(?:assets|pages|shell-)?)?(?=["'`])|(?<=“)courselift-(?:browser|device|fair|google|page)(?=”)|courselift\.\$\{|(?<=\{)courselift(?=:)/g;

/** Returns where a text names the first brand, with what is around it. */
export function findFirstBrand(text: string): string[] {
  const rest = text.replaceAll(namesOfCode, '');
  return [...rest.matchAll(/.{0,60}course-?lift.{0,60}/gi)].map(([mention]) => mention);
}
