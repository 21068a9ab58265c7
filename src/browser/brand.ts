/** The name and addresses that the pages were built with (decision 110). */
export const brand = BRAND_IN_SCRIPTS;
