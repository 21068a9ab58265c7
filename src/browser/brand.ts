/** The name and addresses that the pages were built with (decision 110). */
export const brand = BRAND_IN_SCRIPTS;

/** Returns the title of a page in the browser's window and in search engines. */
export const pageTitle = (title: string): string => `${title} · ${brand.name}`;
